import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { allProcedures } from '#api/all-procedures.ts'
import { batchKinds } from '#api/router.ts'
import { tagsOfRowKinds } from '#shared/row-kinds.ts'
import { dashboardPages } from '../../../e2e/support/dashboard.ts'
import routes from '../../routes.ts'

/** What has to be named in several places: each test tells which of them lacks it. */

const src = join(import.meta.dirname, '../..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

const procedures = [...allProcedures].map(([name, { route, ...meta }]) => ({
  name,
  method: route.method,
  ...meta,
}))
const writes = procedures.filter(({ method }) => method !== 'GET')

const limitedElsewhere = {
  'accounts.login': 'failed sign-ins are counted by account and by IP address',
}

test('every public write is limited for each client', () => {
  const unlimited = writes.filter(({ access, limit }) => access === 'public' && !limit)
  expect(unlimited.map(({ name }) => name)).toEqual(Object.keys(limitedElsewhere))
})

const changesNothingShown = {
  'accounts.login': 'sessions are shown to their user alone',
  'accounts.refresh': 'as above',
  'accounts.logout': 'the browser forgets everything',
  'accounts.requestPasswordReset': 'sends an email',
  'accounts.startSecondFactor': 'is in effect once a code is confirmed',
  'analytics.export': 'reads',
  'applications.export': 'reads',
  'certificates.export': 'reads',
  'certificates.previewImport': 'reads',
  'contact.export': 'reads',
  'contact.saveDraft': 'whoever writes the draft has it on the screen',
  'drafts.checkLinks': 'reads',
  'eventRegistrations.export': 'reads',
  'newsletter.export': 'reads',
  'talents.export': 'reads',
  'newsletter.previewImport': 'reads',
  'presence.stay': 'pages that show it ask every few seconds',
  'statusEmails.preview': 'reads',
  'visitorEmails.preview': 'reads',
  'auditLog.export': 'reads',
  'interviews.export': 'reads',
  'personalData.export': 'reads',
  'personalData.find': 'reads',
  'personalData.requestLink': 'sends an email',
  'analytics.collect': 'visits are counted in memory, and written later',
}

test('every write has the tag of the data that it changes', () => {
  const untagged = writes.filter(({ tag }) => !tag).map(({ name }) => name)
  expect(untagged.sort()).toEqual(Object.keys(changesNothingShown).sort())
})

test('every tag of rows that staff delete is that of a read', () => {
  const read = new Set(procedures.flatMap(({ method, tag }) => (method === 'GET' ? [tag] : [])))
  expect(tagsOfRowKinds.filter((tag) => !read.has(tag))).toEqual([])
})

test('undoing a batch loads again what every kind of batch changes', () => {
  const { tag, alsoChanges = [] } = allProcedures.get('batches.undo') ?? {}
  const changed = Object.values(batchKinds).flatMap(({ tags }) => tags)
  expect(new Set([tag, ...alsoChanges])).toEqual(new Set(['Batch', ...changed]))
})

test('what removes old rows and files is started with the upkeep', () => {
  const registered = ['server/background.ts', 'platform/background/upkeep.ts']
    .map((path) => readFileSync(join(src, path), 'utf8').replaceAll(/^import .*$/gm, ''))
    .join('\n')
  const removers = sources.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /^export (?:async )?(?:function|const) ((?:remove(?:Old|Unused|Expired|Unclaimed)|forget)\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  )
  expect(removers.length).toBeGreaterThan(10)
  expect(removers.filter((name) => !new RegExp(`\\b${name}\\b`).test(registered))).toEqual([])
})

test('the browser tests know every page of the dashboard', () => {
  const pages = routes.filter(({ path }) => path === 'dashboard')
  const filesOf = (list: typeof pages): string[] =>
    list.flatMap(({ file, children }) => (children ? filesOf(children) : [file]))
  const visited = dashboardPages.map(({ path }) => {
    const match = matchRoutes(pages as RouteObject[], path)?.at(-1)
    return (match?.route as { file?: string } | undefined)?.file ?? path
  })
  expect([...new Set(visited)].sort()).toEqual(filesOf(pages).sort())
})

test('packages that are released together have one version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const scope of ['@aws-sdk/', '@orpc/', '@tiptap/']) {
    const versions = Object.entries(dependencies)
      .filter(([name]) => name.startsWith(scope))
      .map(([, version]) => version)
    expect(versions.length, scope).toBeGreaterThan(1)
    expect(new Set(versions).size, scope).toBe(1)
  }
})

test('every paged list has ten rows a page unless asked for others, and a hundred at most', () => {
  const sizes = [...allProcedures].flatMap(([name, { inputSchema }]) => {
    const { page_size } =
      (inputSchema as { shape?: Record<string, ZodType> } | undefined)?.shape ?? {}
    return page_size ? [{ name, size: page_size.parse(undefined), page_size }] : []
  })
  expect(sizes.length).toBeGreaterThan(30)
  expect(sizes.filter(({ size }) => size !== 10)).toEqual([])
  const larger = sizes.filter((list) => list.page_size.safeParse(101).success)
  // Asked for with 1000 by the pages that show all.
  expect(larger.map(({ name }) => name)).toEqual(['techStacks.list'])
})

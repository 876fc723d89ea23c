import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allProcedures } from '#api/all-procedures.ts'
import { procedures } from '../bad-requests.ts'
import { callsOfOthers, callsWithoutScreen, specifiedCalls } from './specified-calls.ts'

const src = join(import.meta.dirname, '../..')

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

/** The sources of one side. That no file there is unused, knip holds. */
const ofStaff = ({ path }: { path: string }) =>
  /^(features\/[\w-]+\/dashboard|pages\/dashboard|layout\/dashboard|client\/resources)\//.test(path)
const ofVisitors = ({ path }: { path: string }) =>
  /^(features\/[\w-]+\/public|pages\/public|layout|client\/loaders)\//.test(path) &&
  !ofStaff({ path })

/** The text of a file without its comments and imports, which call nothing. */
const codeOf = ({ text }: { text: string }) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '')

const code = (isOfSide: (source: { path: string }) => boolean) =>
  sources.filter(isOfSide).map(codeOf).join('\n')
const sides = { staff: code(ofStaff), visitors: code(ofVisitors) }

/**
 * Whether code calls a procedure: by its name, as `useWrite('news.publish')` does, as `api.news.publish(…)`, by
 * `useSave('news', …)`, which creates and updates, or by its path, as uploads with a progress bar and downloads do.
 */
function isCalled(text: string, name: string) {
  const escaped = name.replace('.', '\\.')
  const path = procedures.find((procedure) => procedure.name === name)?.path ?? '?'
  const [feature, action = ''] = name.split('.')
  const isSaved = /^(create|update)$/.test(action) && text.includes(`useSave('${feature}',`)
  const isByPath = !path.includes('{') && text.includes(`'${path}'`)
  return (
    isSaved || isByPath || new RegExp(`'${escaped}'|"${escaped}"|\\bapi\\.${escaped}\\(`).test(text)
  )
}

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const procedureOf = (call: string) =>
  procedures.find(({ method, path }) => withoutNames(`${method} ${path}`) === withoutNames(call))
    ?.name

const specified = [...specifiedCalls.map(({ call }) => call), ...Object.keys(callsOfOthers)]

test.each(specified)('%s is in the contract', (call) => {
  expect(procedureOf(call)).toBeDefined()
})

test('no call of the table is there twice', () => {
  expect(new Set(specified).size).toBe(specified.length)
})

test.each(specifiedCalls.filter(({ by }) => by !== 'visitors'))(
  '$call is reached by a screen of the dashboard',
  ({ call }) => {
    expect(isCalled(sides.staff, procedureOf(call) ?? '')).toBe(true)
  },
)

test.each(specifiedCalls.filter(({ by }) => by !== 'staff'))(
  '$call is reached by a page of visitors',
  ({ call }) => {
    expect(isCalled(sides.visitors, procedureOf(call) ?? '')).toBe(true)
  },
)

test.each(Object.keys(callsOfOthers))('%s is called by no page, as its reason says', (call) => {
  const name = procedureOf(call) ?? ''
  expect([isCalled(sides.staff, name), isCalled(sides.visitors, name)]).toEqual([false, false])
})

/** Every call that is not public. */
const staffCalls = [...allProcedures].flatMap(([name, { access }]) =>
  access === 'public' ? [] : [name],
)

test('every call for staff is reached by a screen, also those that the table lacks', () => {
  const everywhere = `${sides.staff}\n${sides.visitors}\n${code(({ path }) => path.startsWith('client/'))}`
  const others = Object.keys(callsOfOthers).map(procedureOf)
  const unreached = staffCalls.filter(
    (name) =>
      !isCalled(everywhere, name) && !others.includes(name) && !(name in callsWithoutScreen),
  )
  expect(unreached).toEqual([])
})

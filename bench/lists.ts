import { performance } from 'node:perf_hooks'
import { applicationOrders } from '#features/applications/validation.ts'
import { exportFormats } from '#shared/export-formats.ts'
import { ageInDays, generateApplications } from './applications.ts'
import { watchHealth } from './health.ts'
import { forgetPeak, median, memoryMB } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const applications = 100_000
const repeats = 7
const answerMsMax = 200

/** Measures the staff's list over 100,000 applications, and how long other requests wait during it. */
export async function measureLists(site: Site): Promise<string> {
  await generateApplications(site, applications)
  await using product = await site.start()
  const authorized = { headers: await site.signIn() }
  const rows: string[][] = []
  for (const [name, path] of await listCalls(site)) {
    const times: number[] = []
    const meanwhile = await watchHealth(product)
    for (let repeat = 0; repeat <= repeats; repeat += 1) {
      const startedAt = performance.now()
      const response = await fetch(product.url + path, authorized)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: status ${response.status}`)
      // The first request is a warm-up.
      if (repeat > 0) times.push(performance.now() - startedAt)
    }
    const worst = Math.max(...times)
    const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0
    rows.push([
      name,
      shown(median(times)),
      shown(worst),
      shown(longestWaitMs),
      worst < answerMsMax ? '' : 'SLOW',
    ])
  }
  const lists = table([`${site.engine}: list`, 'median ms', 'max ms', 'others wait ms', ''], rows)
  return `${lists}\n\n${await measureExports(site, product)}`
}

/** The dashboard's requests: each order, filter and search, and the last pages. */
async function listCalls({ services }: Site): Promise<[string, string][]> {
  const first = await services.database.selectFrom('cohorts').select('id').executeTakeFirstOrThrow()
  const stack = await services.database
    .selectFrom('tech_stacks')
    .select('id')
    .executeTakeFirstOrThrow()
  const middle = await services.database
    .selectFrom('applications')
    .select(['id', 'email'])
    .where('id', '=', applications / 2)
    .executeTakeFirstOrThrow()
  const list = '/api/website/application/'
  const admin = '/api/admin/applications'
  const [from, to] = [ageInDays(services.now(), 120), ageInDays(services.now(), 90)]
  const filters = {
    status: 'status=PENDING',
    cohort: `cohort_id=${first.id}`,
    'tech stack': `tech_stack_id=${stack.id}`,
    level: 'level=ADVANCED',
    gender: 'gender=FEMALE',
    'one month': `created_from=${from}&created_to=${to}`,
    'status, gender': 'status=PENDING&gender=FEMALE',
    'of nobody, gender': 'assignee=none&gender=FEMALE',
    'status, cohort, level': `status=PENDING&cohort_id=${first.id}&level=ADVANCED`,
    'search, one match': `search_query=${middle.email}`,
    'search, common word': 'search_query=uwase',
    'search, all match': 'search_query=example',
    'search, none match': 'search_query=zanzibar',
    'search, two letters': 'search_query=uw',
    'search, three words': 'search_query=aline+uwase+%2B25078',
    'search, all letters': 'search_query=e+x+a+m+p+l+w+0+1+2+5+7+8',
    'search, accent': 'search_query=No%C3%ABlla',
    'search and status': 'search_query=uwase&status=PENDING',
    'search none and cohort': `search_query=zanzibar&cohort_id=${first.id}`,
  }
  const entries = Object.entries(filters)
  return [
    ['first page', `${list}?page=1&page_size=20`],
    ['first page of 100', `${list}?page=1&page_size=100`],
    ['last page', `${list}?page=${applications / 20}&page_size=20`],
    ...applicationOrders.map((order): [string, string] => [
      `order ${order}`,
      `${list}?page_size=20&ordering=${order}`,
    ]),
    ...applicationOrders.map((order): [string, string] => [
      `order ${order}, last page`,
      `${list}?page_size=20&page=${applications / 20}&ordering=${order}`,
    ]),
    ...entries.map(([name, query]): [string, string] => [name, `${list}?page_size=20&${query}`]),
    ...entries.map(([name, query]): [string, string] => [
      `${name}, by name`,
      `${list}?page_size=20&ordering=name&${query}`,
    ]),
    ['status by cohort', `${list}?page_size=20&status=PENDING&ordering=cohort`],
    ['ids of all', `${admin}/ids/`],
    ['ids by name', `${admin}/ids/?ordering=name`],
    ['ids of a search', `${admin}/ids/?search_query=uwase`],
    ['neighbours', `${admin}/${middle.id}/neighbours/`],
    ['neighbours by name', `${admin}/${middle.id}/neighbours/?ordering=name`],
    ['neighbours by status', `${admin}/${middle.id}/neighbours/?ordering=status`],
    ...entries.map(([name, query]): [string, string] => [
      `neighbours, ${name}`,
      `${admin}/${middle.id}/neighbours/?${query}`,
    ]),
    ['one application', `${list}${middle.id}/`],
  ]
}

async function measureExports(site: Site, product: Server) {
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' }
  const rows: string[][] = []
  for (const format of exportFormats) {
    const before = memoryMB(product.pid).now
    forgetPeak(product.pid)
    const meanwhile = await watchHealth(product)
    const startedAt = performance.now()
    const path = `/api/admin/applications/export/?format=${format}`
    const response = await fetch(product.url + path, { method: 'POST', headers, body: '{}' })
    if (!response.ok || !response.body) throw new Error(`${path}: status ${response.status}`)
    let bytes = 0
    let firstMs = 0
    for await (const chunk of response.body) {
      firstMs ||= performance.now() - startedAt
      bytes += (chunk as Uint8Array).length
    }
    const seconds = (performance.now() - startedAt) / 1000
    const MB = bytes / 1e6
    const { peak } = memoryMB(product.pid)
    const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0
    rows.push([
      format,
      ...[MB, firstMs, seconds, MB / seconds, before, peak, longestWaitMs].map(shown),
    ])
  }
  return table(
    [
      `${site.engine}: export`,
      'MB',
      'first ms',
      'seconds',
      'MB/s',
      'MB before',
      'MB peak',
      'others wait ms',
    ],
    rows,
  )
}

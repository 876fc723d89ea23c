import { performance } from 'node:perf_hooks'
import { applicationOrders } from '#features/applications/validation.ts'
import { exportFormats } from '#shared/export-formats.ts'
import { ageInDays, generateApplications } from './applications.ts'
import { watchHealth } from './health.ts'
import { forgetPeak, median, memoryMB } from './measure.ts'
import { generateMessages } from './messages.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'
import { longestTurnMs, watchedTurns } from './turns.ts'

const applications = Number(process.env.BENCH_APPLICATIONS ?? 1_000_000)
const messages = applications / 10
const batchSize = 500
const repeats = 7
const answerMsMax = 200
const waitMsMax = 50
const turnMsMax = 50

type Call = { name: string; path: string; init?: RequestInit }

/** Measures the staff's lists and batches over a million applications, and how long other requests wait during them. */
export async function measureLists(site: Site): Promise<string> {
  await generateApplications(site, applications)
  await generateMessages(site, messages)
  await using product = await site.start(watchedTurns)
  const tables = [
    await measureCalls(site, product, `${applications} applications`, await listCalls(site)),
    await measureCalls(site, product, `${messages} messages`, messageCalls()),
    await measureBatches(site, product),
    await measureExports(site, product),
  ]
  return tables.join('\n\n')
}

/** Measures each call a few times. @param calls of which one that changes something does so anew each time */
async function measureCalls(
  site: Site,
  product: Server,
  heading: string,
  calls: readonly (Call | ((repeat: number) => Call))[],
) {
  const rows: string[][] = []
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' }
  for (const call of calls) {
    const callOf = (repeat: number) => (typeof call === 'function' ? call(repeat) : call)
    const times: number[] = []
    await using meanwhile = await watchHealth(product)
    for (let repeat = 0; repeat <= repeats; repeat += 1) {
      const { path, init } = callOf(repeat)
      const startedAt = performance.now()
      const response = await fetch(product.url + path, { headers, ...init })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: status ${response.status}`)
      if (init && !text.includes('"failed":[]')) throw new Error(`${path}: ${text.slice(0, 300)}`)
      // The first request is a warm-up.
      if (repeat > 0) times.push(performance.now() - startedAt)
    }
    const worst = Math.max(...times)
    const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0
    rows.push([
      callOf(0).name,
      shown(median(times)),
      shown(worst),
      atMost(worst, answerMsMax),
      shown(longestWaitMs),
      atMost(longestWaitMs, waitMsMax),
    ])
  }
  const columns = ['median ms', 'max ms', 'goal', 'others wait ms', 'goal']
  return table([`${site.engine}: ${heading}`, ...columns], rows)
}

/** Batches of 500 rows, each of which changes all of them. */
async function measureBatches(site: Site, product: Server) {
  const { database } = site.services
  const idsOf = async (table: 'applications' | 'contact_messages', status: string) => {
    const rows = database.selectFrom(table).select('id').where('status', '=', status)
    return (await rows.orderBy('id').limit(batchSize).execute()).map(({ id }) => id)
  }
  const application_ids = await idsOf('applications', 'PENDING')
  const contact_ids = await idsOf('contact_messages', 'NEW')
  const [colleague, other] = await database.selectFrom('users').select('id').limit(2).execute()
  const patch =
    (name: string, path: string, bodyOf: (isOdd: boolean) => object) => (repeat: number) => ({
      name,
      path: `/api/admin/${path}/`,
      init: { method: 'PATCH', body: JSON.stringify(bodyOf(repeat % 2 === 1)) },
    })
  return measureCalls(site, product, `a batch of ${batchSize}`, [
    patch('status', 'applications/batch-status', (isOdd) => ({
      application_ids,
      status: isOdd ? 'PENDING' : 'REVIEWING',
      send_email: false,
    })),
    patch('status, with emails', 'applications/batch-status', (isOdd) => ({
      application_ids,
      status: isOdd ? 'SHORTLISTED' : 'REVIEWING',
      send_email: true,
    })),
    patch('assigned', 'applications/batch-assign', (isOdd) => ({
      application_ids,
      assignees: [(isOdd ? colleague : other)?.id],
    })),
    patch('waiting list', 'applications/batch-waiting', (isOdd) => ({
      application_ids,
      is_waiting: !isOdd,
      send_email: false,
    })),
    patch('messages', 'contacts/batch', (isOdd) => ({
      contact_ids,
      action: isOdd ? 'mark_new' : 'mark_resolved',
    })),
  ])
}

/** The inbox: each order, filter and search, and the last page. */
function messageCalls(): Call[] {
  const list = '/api/website/contact-us/?page_size=20'
  const queries = {
    'first page': '',
    'last page': `page=${messages / 20}`,
    'by name': 'ordering=full_name',
    'a status': 'status=SPAM',
    'two statuses': 'status=NEW,IN_PROGRESS',
    'two statuses, by name': 'status=NEW,IN_PROGRESS&ordering=full_name',
    unread: 'is_read=false',
    'of nobody': 'owner=none',
    'of somebody or nobody': 'owner=none,1',
    'status, unread, of nobody': 'status=RESOLVED&is_read=false&owner=none',
    'search, one match': `search=w${messages / 2}%40example.rw`,
    'search, all match': 'search=huye',
    'search, none match': 'search=zanzibar',
    'search, two letters': 'search=wr',
    'search and status': 'search=huye&status=NEW,SPAM',
  }
  return [
    ...Object.entries(queries).map(([name, query]) => ({ name, path: `${list}&${query}` })),
    { name: 'the counts', path: '/api/admin/contacts/counts/' },
  ]
}

/** The dashboard's requests: each order, filter and search, and the last pages. */
async function listCalls({ services }: Site): Promise<Call[]> {
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
    'three statuses': 'status=PENDING,REVIEWING,SHORTLISTED',
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
  const calls: [string, string][] = [
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
    ['neighbours', `${admin}/${middle.id}/neighbours/`],
    ['neighbours by name', `${admin}/${middle.id}/neighbours/?ordering=name`],
    ['neighbours by status', `${admin}/${middle.id}/neighbours/?ordering=status`],
    ...entries.map(([name, query]): [string, string] => [
      `neighbours, ${name}`,
      `${admin}/${middle.id}/neighbours/?${query}`,
    ]),
    ['by cohort', `${admin}/cohort-counts/`],
    ['by cohort, of nobody', `${admin}/cohort-counts/?assignee=none`],
    ['one application', `${list}${middle.id}/`],
  ]
  return calls.map(([name, path]) => ({ name, path }))
}

async function measureExports(site: Site, product: Server) {
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' }
  const rows: string[][] = []
  for (const format of exportFormats) {
    const before = memoryMB(product.pid).now
    forgetPeak(product.pid)
    await longestTurnMs(product)
    await using meanwhile = await watchHealth(product)
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
    const turnMs = await longestTurnMs(product)
    const longestWaitMs = (await meanwhile.stop()).at(-1) ?? 0
    rows.push([
      format,
      ...[MB, firstMs, seconds, MB / seconds, before, peak, longestWaitMs, turnMs].map(shown),
      atMost(turnMs, turnMsMax),
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
      'longest turn, CPU ms',
      'goal',
    ],
    rows,
  )
}

import { setTimeout as wait } from 'node:timers/promises'
import { insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { watchHealth } from './health.ts'
import { quantile } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'

const certificates = 1_000
/** The days of the cohort, which has ended. */
const days = { start: '2025-10-06', end: '2026-01-09' }
const lookEveryMs = 250
/** Twenty pages a second. */
const askEveryMs = 50
const waitMsMax = 50

/** Pages by parameters that their cache key has. */
const pages = ['/?for=', '/services?for=', '/contact?subject=', '/cohort-application?tech_stack=']
let asked = 0
/** Another one each time, which is not kept. */
function nextPath() {
  asked += 1
  return `${pages[asked % pages.length]}${asked}`
}

/** Issues a cohort of a thousand and waits for its PDFs, while others ask for pages that are not kept. */
export async function measureCertificates(site: Site): Promise<string> {
  const { services } = site
  const { database } = services
  const cohort = await createCohort(services, days)
  const { id: tech_stack } = await database
    .selectFrom('tech_stacks')
    .select('id')
    .executeTakeFirstOrThrow()
  await insertManyApplications(services, { cohort, tech_stack }, certificates)
  const applications = await database
    .updateTable('applications')
    .set({ status: 'ACCEPTED' })
    .where('cohort_id', '=', cohort)
    .returning('id')
    .execute()
  await using product = await site.start()
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(`${product.url}/api/admin/certificates/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const quiet = await askForPages(product, () => wait(5_000))
  const issuing = await askForPages(product, () =>
    call(`cohorts/${cohort}/`, {
      cohort: 'Kigali 12',
      ...days,
      rows: applications.map(({ id: application_id }, index) => ({
        application_id,
        full_name: `Aline Uwase ${index}`,
        course: 'React Development',
      })),
    }),
  )
  const drawing = await askForPages(product, async () => {
    while (((await call('pdfs/')) as { waiting: number }).waiting > 0) {
      await wait(lookEveryMs)
    }
  })
  return table(
    [
      `${site.engine}: ${certificates} certificates`,
      's',
      'page p50 ms',
      'p99 ms',
      'max ms',
      'others wait ms',
      'goal',
    ],
    [
      ['before', ...quiet],
      ['issuing', ...issuing],
      ['drawing', ...drawing],
    ],
  )
}

/** Asks for such pages, one after the other, while something is done. */
async function askForPages(product: Server, work: () => Promise<unknown>) {
  await using meanwhile = await watchHealth(product)
  const startedAt = performance.now()
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone) {
    const path = nextPath()
    const askedAt = performance.now()
    const response = await fetch(product.url + path)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: status ${response.status}`)
    times.push(performance.now() - askedAt)
    await wait(askEveryMs)
  }
  await done
  const seconds = (performance.now() - startedAt) / 1000
  const longestMs = (await meanwhile.stop()).at(-1) ?? 0
  return [
    ...[seconds, quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(shown),
    shown(longestMs),
    atMost(longestMs, waitMsMax),
  ]
}

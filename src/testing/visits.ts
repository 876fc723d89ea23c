import { afterAll, beforeEach } from 'vitest'
import { writeCounts } from '#features/analytics/server/counts.ts'
import type { Role } from '#shared/roles.ts'
import { startTestApp, type TestApp } from './app.ts'

/** The browser of the visitors, a phone's. */
export const browser =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'

export type Init = Parameters<TestApp['json']>[1]
type VisitTable = 'visit_totals' | 'visit_values' | 'visitor_days'

/** Starts the app for the tests of a file: each is a new visitor with an unused limit, on a day without visits. */
export async function startVisitedApp() {
  const app = await startTestApp()
  let clients = 0
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(async () => {
    app.setNow('2026-03-02T08:00:00Z')
    await writeCounts(app.services)
    for (const table of ['visit_totals', 'visit_values'] as const) {
      await app.services.database.deleteFrom(table).execute()
    }
    clients += 1
  })
  const clientIp = () => `198.51.100.${clients}`
  /** Tells of events as a visitor's browser does. */
  const tell = (json: unknown, init: Init = {}) =>
    app.json('/api/website/visits/', {
      method: 'POST',
      json,
      clientIp: clientIp(),
      ...init,
      headers: { 'user-agent': browser, ...init.headers },
    })
  return {
    app,
    clientIp,
    tell,
    view: (path: string, init?: Init) => tell({ path, events: [{ name: 'page_view' }] }, init),
    /** The report, once all that was told is written. */
    async report(query = '', role: Role = 'EDITOR') {
      await writeCounts(app.services)
      const token = await app.signIn(role)
      return (await app.json(`/api/admin/analytics/?${query}`, { token })).body
    },
    rowsOf: (table: VisitTable) => app.services.database.selectFrom(table).selectAll().execute(),
  }
}

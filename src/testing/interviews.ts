import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { bookingToken, createInterview, createSlot } from '#seed/factories/interviews.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import type { TestApp } from './app.ts'
import { createCohortAndStack } from './applying.ts'
import { auditLines } from './audit-lines.ts'
import { undoBatch } from './events.ts'

/** A cohort with calls for its interviews. */
export async function prepareInterviews(app: TestApp) {
  const user = await createUser(app.services, { role: 'RECRUITER', name: 'Diane Keza' })
  const parents = await createCohortAndStack(app)
  const { database } = app.services
  /** Signs in anew, since tests move the clock. */
  const call = async (method: string, path: string, json?: object) => {
    const token = await signInAs(app.services, user)
    return app.json(`/api/${path}`, { method, token, ...(json && { json }) })
  }
  const bookings = () =>
    database
      .selectFrom('interviews')
      .select(['id', 'slot_id', 'seat', 'outcome', 'sequence'])
      .orderBy('id')
      .execute()
  const shortlisted = (first_name = 'Aline', overrides: object = {}) =>
    createApplication(app.services, parents, { first_name, status: 'SHORTLISTED', ...overrides })
  return {
    user,
    staff: (method: string, path: string, json?: object) => call(method, `admin/${path}`, json),
    setStatus: (id: number, status: string) =>
      call('POST', `website/application/${id}/change-status/`, { status }),
    /** Undoes a batch. @returns what that ended with */
    undo: async (batch: number) =>
      (await undoBatch(app, await signInAs(app.services, user), batch)).at(-1),
    shortlisted,
    createSlot: (more: Partial<Parameters<typeof createSlot>[1]> = {}) =>
      createSlot(app.services, { cohort: parents.cohort, ...more }),
    otherCohort: () => createCohort(app.services),
    cohort: parents.cohort,
    /** Somebody who is invited, with the token of their link. */
    async invited(first_name?: string) {
      const id = await createInterview(app.services, await shortlisted(first_name))
      return { id, token: bookingToken(app.services, id) }
    },
    choose: (of: string, slot: number, clientIp = '10.2.0.1') =>
      app.json('/api/website/interview/', { method: 'POST', json: { token: of, slot }, clientIp }),
    page: (of: string) =>
      app.json(`/api/website/interview/?token=${encodeURIComponent(of)}`, { clientIp: '10.2.0.2' }),
    bookings,
    interviewOf: async (id: number) => (await bookings()).find((one) => one.id === id),
    emails: () => database.selectFrom('outbox').selectAll().orderBy('id').execute(),
    history: (id: number) =>
      database
        .selectFrom('application_history')
        .select(['kind', 'from_text', 'to_text', 'by_name', 'notes'])
        .where('application_id', '=', id)
        .where('kind', '=', 'interview')
        .orderBy('id')
        .execute(),
    audit: () => auditLines(app, 'interview%'),
  }
}

/** Turns off what applicants are told of decisions, so that the emails of interviews are alone. */
export const withoutStatusEmails = ({ services }: TestApp) =>
  services.database
    .insertInto('settings')
    .values({
      id: 'emails',
      revision_id: null,
      by_name: '',
      updated_at: services.now().toISOString(),
      value: JSON.stringify(
        Object.fromEntries(
          Object.entries(defaultStatusEmails).map(([kind, template]) => [
            kind,
            { ...template, is_sent: false },
          ]),
        ),
      ),
    })
    .execute()

import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp } from './app.ts'
import { createCohortAndStack } from './applying.ts'
import { registeredOf } from './registered.ts'

/** Starts the app with the cohort 'Here' for 20, and two recruiters who move applicants and let them wait. */
export async function startPlacing() {
  const app = await startTestApp()
  const token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  const colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  const parents = await createCohortAndStack(app, { name: 'Here', limit: 20 })

  const call = (method: string, path: string, json?: object, as = token) =>
    app.json(`/api${path}`, { method, token: as, ...(json && { json }) })

  /** Calls it, and lets a minute go by. */
  async function later<Outcome>(response: Promise<Outcome>) {
    const outcome = await response
    app.advanceS(60)
    return outcome
  }

  return {
    app,
    token,
    colleague,
    parents,
    call,
    later,
    create: (cohort = parents.cohort, overrides: Partial<NewApplication> = {}) =>
      createApplication(app.services, { ...parents, cohort }, overrides),
    createOther: (limit: number, name = 'There') => createCohort(app.services, { name, limit }),
    detail: async (id: number) => (await call('GET', `/website/application/${id}/`)).body,
    /** The applications of a list. */
    ids: async (query: string) =>
      (await call('GET', `/website/application/?${query}`)).body.results.map(
        ({ id }: { id: number }) => id,
      ),
    /** The taken spots by cohort. */
    registered: () => registeredOf(app),
    decide: (id: number, status: string) =>
      call('POST', `/website/application/${id}/change-status/`, { status }),
    move: (some: number[], cohort: unknown, more: object = {}, as = token) =>
      call(
        'PATCH',
        '/admin/applications/batch-move/',
        { application_ids: some, cohort, ...more },
        as,
      ),
    promote: (cohort: number, count?: number, more: object = {}, as = token) =>
      call('POST', `/admin/cohorts/${cohort}/promote/`, { count, ...more }, as),
    setWaiting: (some: number[], is_waiting: unknown) =>
      later(
        call('PATCH', '/admin/applications/batch-waiting/', { application_ids: some, is_waiting }),
      ),
    undo: async (batch: number) =>
      (await later(call('POST', `/admin/batches/${batch}/undo/`, {}))).body as string,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
    },
  }
}

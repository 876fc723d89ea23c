import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { applicationForm, apply, createCohortAndStack } from '../applying.ts'
import { onPostgres } from '../engines.ts'
import { type Hold, holdWhile } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const storedFiles = () => app.services.database.selectFrom('files').select('key').execute()

onPostgres.each([
  [
    'tech_stack',
    'This tech stack is not offered any more. Please choose another',
    (parents: { tech_stack: string }): Hold =>
      (held) =>
        held.deleteFrom('tech_stacks').where('id', '=', parents.tech_stack).execute(),
    {},
  ],
  [
    'cohort',
    'Please select a cohort',
    (parents: { cohort: number }): Hold =>
      (held) =>
        held.deleteFrom('cohorts').where('id', '=', parents.cohort).execute(),
    // What takes no spot.
    { website: 'huza.example' },
  ],
])(
  'an application whose %s is deleted at the same time is told so',
  async (field, message, deleting, more) => {
    const parents = await createCohortAndStack(app)
    const [sent] = await holdWhile(app, deleting(parents), [
      () => apply(app, applicationForm(parents, more)),
    ])
    expect([sent.status, sent.body]).toEqual([400, { [field]: [message] }])
    expect(await storedFiles()).toEqual([])
  },
)

test('a tech stack is deleted while an application names it', async () => {
  const parents = await createCohortAndStack(app)
  const { storage } = app.services
  const { store } = storage
  // Once the form was looked at, and before it is stored.
  storage.store = async (...file) => {
    const deleted = await app.json(`/api/admin/techstacks/${parents.tech_stack}/`, {
      method: 'DELETE',
      token,
    })
    expect(deleted.status).toBe(204)
    return store.call(storage, ...file)
  }
  const sent = await apply(app, applicationForm(parents))
  expect([sent.status, Object.keys(sent.body)]).toEqual([400, ['tech_stack']])
  expect(await storedFiles()).toEqual([])
})

onPostgres('a certificate is issued again while its application is deleted', async () => {
  const application_id = await createApplication(app.services, await createCohortAndStack(app))
  const { id, ...certificate } = await createCertificate(app.services, { application_id })
  const post = (path: string, json: object) =>
    app.json(`/api/admin/certificates/${path}`, { method: 'POST', token, json })
  await post(`${id}/revoke/`, { reason: 'The name is wrong' })
  const { full_name, email, course, cohort, start, end } = certificate
  const [again] = await holdWhile(
    app,
    (held) => held.deleteFrom('applications').where('id', '=', application_id).execute(),
    [() => post('', { full_name, email, course, cohort, start, end, revoked_id: id })],
  )
  expect([again.status, again.body.application_id]).toEqual([201, null])
})

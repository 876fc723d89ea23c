import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, apply } from '#testing/applying.ts'
import { lossyDatabase } from '#testing/failing-database.ts'
import { createZuhura, findTraces, wordsOfZuhura, zuhura } from '#testing/personal-data.ts'
import { continueErasures, runErasure, startErasure } from './erase.ts'
import { erasureSteps } from './erase-steps.ts'

let app: TestApp
let person: Awaited<ReturnType<typeof createZuhura>>
beforeEach(async () => {
  app = await startTestApp()
  person = await createZuhura(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const steps = erasureSteps(erasedKinds).length
const subject = () => ({
  email_key: emailKeyOf(zuhura.email),
  testimonial_ids: [person.testimonial],
})
const start = () => startErasure(app.services, subject(), { clientIp: '' })
const goOn = continueErasures(erasedKinds)

/** The second look comes once no request is under way any more. */
async function lookAgain() {
  app.advanceS(11 * 60)
  await goOn(app.services)
}

const erase = (json: object, token = person.token) =>
  app.json('/api/admin/personal-data/erase/', { method: 'POST', token, json })

const erased = () =>
  erase({
    email: zuhura.email,
    confirmation: zuhura.email,
    testimonial_ids: [person.testimonial],
  })

test('nothing of an erased person stays, in any table or file', async () => {
  expect((await findTraces(app, wordsOfZuhura)).length).toBeGreaterThan(60)
  const { status, body } = await erased()
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ status: 'CHECKING', asked_by: 'Diane Keza', last_error: '' })
  expect(body.counts).toMatchObject({
    applications: 1,
    talents: 1,
    contact_messages: 1,
    event_registrations: 1,
    subscribers: 1,
    testimonials: 1,
    comments: 2,
    certificates: 1,
    trash: 2,
  })
  // What the second look needs to know.
  const left = await findTraces(app, wordsOfZuhura)
  expect(left.filter((trace) => !trace.startsWith('erasures.person'))).toEqual([])
  await lookAgain()
  expect(await findTraces(app, wordsOfZuhura)).toEqual([])
})

test('what is others’ stays as it was', async () => {
  const { database } = app.services
  await erased()
  await lookAgain()
  const answers = database.selectFrom('comments').select(['id', 'name', 'message', 'email'])
  const comments = await answers.orderBy('id').execute()
  expect(comments).toEqual([
    {
      id: person.answered,
      name: expect.stringMatching(/^Erased person \w{8}$/),
      email: '',
      message: 'This comment was erased at the wish of whoever wrote it.',
    },
    expect.objectContaining({ id: person.answer, message: 'So true.' }),
  ])
  const note = await database.selectFrom('application_notes').select('text').execute()
  expect(note).toEqual([{ text: expect.stringMatching(/^A friend of Erased person \w{8}\.$/) }])
  const event = database.selectFrom('events').select('registered').where('id', '=', person.event)
  expect(await event.executeTakeFirst()).toEqual({ registered: 1 })
  const { registered } = await database
    .selectFrom('cohorts')
    .select('registered')
    .where('id', '=', person.parents.cohort)
    .executeTakeFirstOrThrow()
  expect(registered).toBe(0)
})

test('an event in the trash comes back without an erased guest', async () => {
  await erased()
  const { results } = await person.staff('GET', 'admin/trash/?kind=event')
  await person.staff('POST', `admin/trash/${results[0].id}/restore/`)
  const events = await app.services.database
    .selectFrom('events')
    .innerJoin('event_registrations', 'event_id', 'events.id')
    .select(['registered', 'full_name'])
    .where('title', '=', 'Gone')
    .execute()
  expect(events).toEqual([{ registered: 1, full_name: 'Eric Mugisha' }])
})

test('an erased holder’s certificate can still be checked, without the name', async () => {
  const code = app.services.database.selectFrom('certificates').select('code')
  const [certificate] = await code.where('id', '=', person.certificate).execute()
  await erased()
  const { status, body } = await app.json(`/api/website/certificates/${certificate?.code}/`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    status: 'VALID',
    full_name: expect.stringMatching(/^Erased person \w{8}$/),
  })
  const path = `/api/admin/certificates/${person.certificate}`
  const again = await app.json(`${path}/resend/`, { method: 'POST', token: person.token })
  expect(again.status).toBe(409)
  const correct = { method: 'PATCH', token: person.token, json: { course: 'Another' } }
  expect((await app.json(`${path}/`, correct)).status).toBe(409)
})

test('the audit log keeps its lines, and tells of the erasure by a pseudonym', async () => {
  const { database } = app.services
  const lines = () => database.selectFrom('audit_log').selectAll().orderBy('id').execute()
  const before = await lines()
  const { body } = await erased()
  const after = await lines()
  expect(after.slice(0, before.length).map(({ id, action }) => [id, action])).toEqual(
    before.map(({ id, action }) => [id, action]),
  )
  expect(after.at(-1)).toMatchObject({
    action: 'erased',
    target: 'person',
    target_id: body.pseudonym,
    details: '{}',
    actor_name: 'Diane Keza',
  })
  const attempts = after.filter(({ action }) => action === 'sign-in failed')
  expect(attempts.map(({ target_id }) => target_id)).toEqual([body.pseudonym, body.pseudonym])
})

test('an erasure that was killed after any step goes on', async () => {
  const id = await start()
  for (let done = 1; done <= steps; done += 1) {
    const stop = new AbortController()
    const services = {
      ...app.services,
      tagVersions: { ...app.services.tagVersions, invalidate: () => stop.abort() },
    }
    await runErasure(services, erasedKinds, id, stop.signal)
    const job = app.services.database.selectFrom('erasures').select('step').where('id', '=', id)
    expect(await job.executeTakeFirst()).toEqual({ step: done })
  }
  await lookAgain()
  expect(await findTraces(app, wordsOfZuhura)).toEqual([])
})

test('what shows an erased person is read anew before their files are removed', async () => {
  const { database, storage, tagVersions } = app.services
  const resume = await database
    .selectFrom('talents')
    .innerJoin('files', 'files.id', 'resume_id')
    .select('key')
    .executeTakeFirstOrThrow()
  const versions: number[] = []
  const watched: typeof storage = {
    ...storage,
    delete(key) {
      if (key === resume.key) versions.push(tagVersions.versionOf('Talent'))
      return storage.delete(key)
    },
  }
  const id = await start()
  const before = tagVersions.versionOf('Talent')
  await runErasure({ ...app.services, storage: watched }, erasedKinds, id)
  expect(versions).toEqual([before + 1])
})

test('a step that fails is told, and tried again', async () => {
  const { database } = app.services
  const kinds = {
    ...erasedKinds,
    talents: { ...erasedKinds.talents, release: () => Promise.reject(new TypeError('no')) },
  }
  const id = await start()
  const log = { ...app.services.log, error: () => {} }
  await continueErasures(kinds)({ ...app.services, log } as never)
  const job = () =>
    database.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst()
  expect(await job()).toMatchObject({ last_error: 'TypeError', done_at: null })
  expect(await database.selectFrom('talents').select('id').execute()).toHaveLength(1)
  await goOn(app.services)
  expect(await job()).toMatchObject({ last_error: '', step: steps })
})

test('a step of an erasure that is stored, although that is not known, changes cached pages', async () => {
  const { services } = app
  const id = await start()
  const changed = new Set<string>()
  const tagVersions = {
    ...services.tagVersions,
    invalidateAfterFailure: (tags: readonly string[]) => {
      for (const tag of tags) changed.add(tag)
    },
  }
  const failing = { ...services, database: lossyDatabase(services.database), tagVersions }
  // A step that takes several transactions needs as many tries; the second look is not due yet.
  for (let turn = 0; turn < 2 * steps; turn += 1) {
    await runErasure(failing, erasedKinds, id).catch(() => {})
  }
  const job = services.database.selectFrom('erasures').select('step').where('id', '=', id)
  expect(await job.executeTakeFirst()).toEqual({ step: steps })
  expect([...changed]).toEqual(
    expect.arrayContaining(['PersonalData', 'Application', 'Talent', 'Contact', 'Comment']),
  )
})

test('two processes at once erase a person once', async () => {
  const id = await start()
  await Promise.all([1, 2, 3].map(() => runErasure(app.services, erasedKinds, id)))
  const job = app.services.database.selectFrom('erasures').selectAll().where('id', '=', id)
  const { counts, step } = await job.executeTakeFirstOrThrow()
  expect(step).toBe(steps)
  expect(JSON.parse(counts)).toMatchObject({ applications: 1, comments: 2, trash: 2 })
})

test('what a person sends while they are erased stays whole', async () => {
  const { database } = app.services
  const id = await start()
  app.advanceS(1)
  const { email, first_name, last_name } = zuhura
  const changes = { email, first_name, last_name, cohort: person.parents.cohort }
  const [, again] = await Promise.all([
    runErasure(app.services, erasedKinds, id),
    (async () => {
      // One application for each email and cohort: the new one waits until the old one is gone.
      for (;;) {
        const sent = await apply(app, applicationForm(person.parents, changes))
        if (sent.status === 201) return sent
      }
    })(),
  ])
  expect(again.status).toBe(201)
  await lookAgain()
  const rows = await database
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'resume_id')
    .select(['applications.email', 'files.key', 'claimed_at'])
    .where('email', '=', email)
    .execute()
  expect(rows).toEqual([{ email, key: expect.any(String), claimed_at: expect.any(String) }])
  expect(await app.services.storage.exists(rows[0]?.key ?? '')).toBe(true)
  const emails = database.selectFrom('outbox').select('subject').where('recipient', '=', email)
  expect(await emails.execute()).toHaveLength(1)
  const { registered } = await database
    .selectFrom('cohorts')
    .select('registered')
    .where('id', '=', person.parents.cohort)
    .executeTakeFirstOrThrow()
  expect(registered).toBe(1)
})

test('only administrators erase, who type the address again', async () => {
  const { email } = zuhura
  const recruiter = await app.signIn('RECRUITER')
  expect((await erase({ email, confirmation: email }, recruiter)).status).toBe(403)
  const wrong = await erase({ email, confirmation: 'another@example.rw' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({
    confirmation: ['Please type the email exactly as it stands above'],
  })
  expect((await erase({ email })).status).toBe(400)
  expect(await app.services.database.selectFrom('erasures').select('id').execute()).toEqual([])
})

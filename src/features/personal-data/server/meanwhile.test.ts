import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { askFollower } from '#features/comments/server/followers.ts'
import { recordBounce } from '#platform/mail/bounces.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { exportPerson, findTraces } from '#testing/personal-data.ts'
import { collectPerson } from './collect-person.ts'
import { continueErasures, runErasure, startErasure } from './erase.ts'
import { repeatErasures } from './repeat-erasures.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const zuhura = { full_name: 'Zuhura Nyirahabimana', email: 'zuhura@example.rw' }
const eric = { full_name: 'Eric Mugisha', email: 'eric@example.rw' }
const start = ({ email }: { email: string }) =>
  startErasure(
    app.services,
    { email_key: emailKeyOf(email), testimonial_ids: [] },
    { clientIp: '' },
  )
const run = (id: number) => runErasure(app.services, erasedKinds, id)

/** The second look, when no request is under way any more. */
async function lookAgain() {
  app.advanceS(11 * 60)
  await continueErasures(erasedKinds)(app.services)
}
const recipients = async () => {
  const rows = app.services.database.selectFrom('outbox').select('recipient').orderBy('id')
  return (await rows.execute()).map(({ recipient }) => recipient)
}
const write = (recipient: string, isRequested = false) =>
  putInOutbox(
    app.services.database,
    { recipient, isRequested, subject: 'Changed', parts: [`Dear ${zuhura.full_name}`] },
    app.services.now().toISOString(),
  )

test('what is written to a person while they are erased goes as well', async () => {
  const event = await createEvent(app.services)
  await createRegistrations(app.services, event, [zuhura, eric])
  const id = await start(zuhura)
  app.advanceS(1)
  const json = { location: 'Huye', seen_recipients: 2 }
  await app.json(`/api/admin/events/${event}/`, { method: 'PATCH', token, json })
  expect(await recipients()).toEqual([zuhura.email, eric.email])
  await run(id)
  // A request that was under way.
  app.advanceS(1)
  await write(zuhura.email)
  await lookAgain()
  expect(await recipients()).toEqual([eric.email])
  expect(await findTraces(app, ['zuhura'])).toEqual([])
})

test('emails to every spelling of the address go, also when nothing else is stored', async () => {
  for (const recipient of [
    '\u00c9lise@K\u00efvu.rw',
    'E\u0301LISE@xn--kvu-zma.rw',
    'elise@kivu.rw',
  ]) {
    await write(recipient)
  }
  await run(await start({ email: '\u00e9lise@k\u00efvu.rw' }))
  expect(await recipients()).toEqual(['elise@kivu.rw'])
})

test('attempts to sign in under another spelling of the address are theirs no more, either', async () => {
  const json = { email: 'E\u0301lise@k\u00efvu.rw', password: 'a guess' }
  await app.json('/api/auth/login/', { method: 'POST', json })
  await run(await start({ email: '\u00e9lise@k\u00efvu.rw' }))
  const lines = app.services.database.selectFrom('audit_log').select('target_id')
  const { target_id } = await lines.where('action', '=', 'sign-in failed').executeTakeFirstOrThrow()
  expect(target_id).toMatch(/^Erased person /)
})

test('what a person asked for or caused since is sent', async () => {
  const event = await createEvent(app.services)
  await createRegistrations(app.services, event, [zuhura])
  const id = await start(zuhura)
  app.advanceS(1)
  await write(zuhura.email)
  await write(zuhura.email, true)
  await run(id)
  app.advanceS(1)
  await createRegistrations(app.services, event, [zuhura])
  await write(zuhura.email)
  await lookAgain()
  expect(await recipients()).toEqual([zuhura.email, zuhura.email])
})

test('a certificate that is issued while its graduate is erased keeps nothing of them', async () => {
  const days = { start: '2025-10-06', end: '2026-01-09' }
  const cohort = await createCohort(app.services, { name: 'Kigali 12', ...days })
  const tech_stack = await createTechStack(app.services)
  const application_id = await createApplication(
    app.services,
    { cohort, tech_stack },
    { status: 'ACCEPTED', email: zuhura.email },
  )
  const id = await start(zuhura)
  app.advanceS(1)
  const rows = [{ application_id, full_name: zuhura.full_name, course: 'React Development' }]
  const json = { cohort: 'Kigali 12', ...days, rows }
  const path = `/api/admin/certificates/cohorts/${cohort}/`
  const { body } = await app.json(path, { method: 'POST', token, json })
  expect(body.issued).toHaveLength(1)
  await run(id)
  await lookAgain()
  expect(await findTraces(app, ['zuhura'])).toEqual([])
  expect(await recipients()).toEqual([])
})

test('what comes back for an email after its recipient was erased names nobody', async () => {
  const email = await write(zuhura.email)
  const { database, now } = app.services
  await database.updateTable('outbox').set({ sent_at: now().toISOString() }).execute()
  await run(await start(zuhura))
  await lookAgain()
  const detail = `5.1.1 <${zuhura.email}>: no such mailbox`
  expect(await recordBounce(app.services, { id: email, kind: 'HARD', detail })).toBe(false)
  expect(await findTraces(app, ['zuhura'])).toEqual([])
  expect(await database.selectFrom('suppressions').select('id').execute()).toEqual([])
})

test.each([
  [zuhura.email, zuhura.email],
  ['\u00e9lise@k\u00efvu.rw', 'E\u0301LISE@xn--kvu-zma.rw'],
  ['i\u0307nci@example.rw', '\u0130nci@example.rw'],
])('an account %j goes on getting its emails', async (account, email) => {
  await app.signIn('RECRUITER', { email: account })
  await createComment(app.services, await createArticle(app.services), { email })
  const id = await start({ email })
  app.advanceS(1)
  await write(account)
  await run(id)
  await lookAgain()
  expect(await recipients()).toEqual([account])
})

test('a note that is deleted between two steps of an erasure does not stay in the trash', async () => {
  const { services } = app
  const cohort = await createCohort(services)
  const tech_stack = await createTechStack(services)
  const { email, full_name } = zuhura
  const application = await createApplication(services, { cohort, tech_stack }, { email })
  const path = '/api/admin/applications'
  const json = { text: `${full_name} was in prison.` }
  const note = await app.json(`${path}/${application}/notes/`, { method: 'POST', token, json })
  const id = await start(zuhura)
  const stop = new AbortController()
  const tagVersions = { ...services.tagVersions, invalidate: () => stop.abort() }
  await runErasure({ ...services, tagVersions }, erasedKinds, id, stop.signal)
  await app.json(`${path}/notes/${note.body.id}/`, { method: 'DELETE', token })
  expect(await services.database.selectFrom('trash').select('kind').execute()).toHaveLength(1)
  await run(id)
  await lookAgain()
  expect(await findTraces(app, ['zuhura', 'prison'])).toEqual([])
})

test('a note that was deleted before its application is theirs as well', async () => {
  const { services } = app
  const target = {
    cohort: await createCohort(services),
    tech_stack: await createTechStack(services),
  }
  const path = '/api/admin/applications'
  const other = await createApplication(services, target, { email: eric.email })
  const own = await createApplication(services, target, { email: zuhura.email })
  for (const [id, text] of [
    [own, `${zuhura.full_name} was in prison.`],
    [other, 'Plays the inanga.'],
  ] as const) {
    const note = await app.json(`${path}/${id}/notes/`, { method: 'POST', token, json: { text } })
    await app.json(`${path}/notes/${note.body.id}/`, { method: 'DELETE', token })
    await app.json(`${path}/${id}/`, { method: 'DELETE', token })
  }
  const { inTrash } = await collectPerson(services, {
    email_key: emailKeyOf(zuhura.email),
    testimonial_ids: [],
  })
  expect(inTrash.get('application_notes')).toMatchObject([{ application_id: own }])
  const id = await start(zuhura)
  await run(id)
  await lookAgain()
  expect(await findTraces(app, ['zuhura', 'prison'])).toEqual([])
  const left = services.database.selectFrom('trash').select('kind').orderBy('id')
  expect(await left.execute()).toEqual([{ kind: 'note on application' }, { kind: 'application' }])
})

/** Puts an event with both guests into the trash. @returns the entry */
async function discardEvent() {
  const event = await createEvent(app.services, { starts_at: '2026-02-02T08:00:00.000Z' })
  await createRegistrations(app.services, event, [zuhura, eric])
  expect((await app.json(`/api/admin/events/${event}/`, { method: 'DELETE', token })).status).toBe(
    204,
  )
  const entries = app.services.database.selectFrom('trash').select(['id', 'snapshot'])
  return entries.executeTakeFirstOrThrow()
}

onPostgres(
  'of two people in one entry of the trash who are erased at once, neither stays',
  async () => {
    const entry = await discardEvent()
    const ids = [await start(zuhura), await start(eric)]
    await holdWhile(
      app,
      (held) =>
        held.selectFrom('trash').select('id').where('id', '=', entry.id).forNoKeyUpdate().execute(),
      [() => run(ids[0] as number), () => run(ids[1] as number)],
    )
    const { snapshot } = await app.services.database
      .selectFrom('trash')
      .select('snapshot')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(snapshot).rows).toMatchObject([{ table: 'events', row: { registered: 0 } }])
    expect(snapshot).not.toMatch(/zuhura|eric/i)
  },
)

test.each(['{"rows":[{"table":"event', 'null', '{}'])(
  'an entry of the trash that reads %j stops no erasure and no restore',
  async (damaged) => {
    const { database } = app.services
    const { id } = await discardEvent()
    const snapshot = `${damaged} "${zuhura.email}"`
    await database.updateTable('trash').set({ snapshot }).where('id', '=', id).execute()
    await createRegistrations(app.services, await createEvent(app.services), [zuhura])
    const erasure = await start(zuhura)
    await run(erasure)
    const { counts, email_hash, hash_key, created_at } = await database
      .selectFrom('erasures')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.parse(counts)).toMatchObject({ event_registrations: 1, unreadable: 1 })
    await database.deleteFrom('erasures').execute()
    const listed = { hash: email_hash, key: hash_key, at: created_at, testimonials: [] }
    expect(await repeatErasures(app.services, erasedKinds, [listed])).toMatchObject({ unknown: 0 })
  },
)

test('who follows answers to their own comment reads that once in their export', async () => {
  const { services } = app
  const articleId = await createArticle(services)
  const { full_name: name, email } = zuhura
  const threadId = await createComment(services, articleId, { name, email, status: 'APPROVED' })
  await services.database.transaction().execute(async (transaction) => {
    const asking = { commentId: threadId, threadId, email, articleId }
    await askFollower(transaction, { ...services, clientIp: '192.0.2.1' }, asking, services.now())
  })
  const { parts } = await exportPerson(app, token, email)
  const followers = parts.filter(({ table }) => table === 'comment_followers')
  expect(followers).toMatchObject([{ rows: [{ thread_id: threadId }] }])
})

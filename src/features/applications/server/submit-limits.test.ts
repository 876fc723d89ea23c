import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitStoredBytes, storedBytesMax } from '#platform/http/upload-slots.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  applicationForm,
  apply,
  countRows,
  createCohortAndStack,
  isSpoolEmpty,
  pdfFile,
} from '#testing/applying.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('refused applications have a limit by client IP, which lets right ones pass', async () => {
  const target = await createCohortAndStack(app)
  const send = (clientIp: string, changes: Parameters<typeof applicationForm>[1]) =>
    app.json('/api/website/application/', {
      method: 'POST',
      body: applicationForm(target, changes),
      clientIp,
    })
  const wrong = { resume: undefined }
  for (let count = 0; count < 60; count += 1) {
    expect((await send('192.0.2.1', wrong)).status).toBe(400)
  }
  const refused = await send('192.0.2.1', wrong)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await send('192.0.2.1', {})).status).toBe(201)
  expect((await send('192.0.2.2', wrong)).status).toBe(400)
})

const sendFrom = (clientIp: string, form: FormData) =>
  app.json('/api/website/application/', { method: 'POST', body: form, clientIp })

test('a bot gets the usual response, is stored as rejected with a note, and takes no spot', async () => {
  const target = await createCohortAndStack(app)
  const form_token = issueFormToken(app.services)
  const honeypot = { email: 'honeypot@example.rw', website: 'https://a.example' }
  const tooFast = { email: 'too-fast@example.rw', form_token }
  for (const bot of [honeypot, tooFast]) {
    const { status, body } = await apply(app, applicationForm(target, bot))
    expect([status, body.data.status]).toEqual([201, 'PENDING'])
    expect(Object.keys(body.data)).not.toContain('website')
  }
  app.advanceS(60)
  const person = { email: 'person@example.rw', form_token, website: '' }
  expect((await apply(app, applicationForm(target, person))).status).toBe(201)
  const { body: cohorts } = await app.json('/api/website/cohorts/')
  expect(cohorts.results[0].total_registered).toBe(1)
  const token = await app.signIn('RECRUITER')
  const { body } = await app.json('/api/website/application/?ordering=created_at', { token })
  const stored = body.results.map((one: { email: string; status: string }) => [
    one.email,
    one.status,
  ])
  expect(Object.fromEntries(stored)).toEqual({
    'honeypot@example.rw': 'REJECTED',
    'too-fast@example.rw': 'REJECTED',
    'person@example.rw': 'PENDING',
  })
  const history = await app.services.database
    .selectFrom('application_history')
    .selectAll()
    .orderBy('application_id')
    .execute()
  expect(history.map(({ notes }) => notes !== '')).toEqual([true, true, false])
  const told = await app.services.database.selectFrom('outbox').select('recipient').execute()
  expect(told).toEqual([{ recipient: 'person@example.rw' }])
})

test('without a form token an address applies ten times in ten minutes, and more with one', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  const send = (number: number, form_token?: string) =>
    sendFrom(
      '192.0.2.1',
      applicationForm(target, { email: `applicant${number}@example.rw`, form_token }),
    )
  for (let number = 0; number < 10; number += 1) expect((await send(number)).status).toBe(201)
  expect((await send(10)).status).toBe(429)
  const form_token = issueFormToken(app.services)
  app.advanceS(5)
  expect((await send(10, form_token)).status).toBe(201)
})

test('one address takes sixty spots of a cohort a day; who applies after that waits for one, and others get in', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  let applicants = 0
  const send = async (clientIp: string) => {
    applicants += 1
    const form_token = issueFormToken(app.services)
    app.advanceS(5)
    const email = `applicant${applicants}@example.rw`
    const sent = await sendFrom(clientIp, applicationForm(target, { email, form_token }))
    expect([sent.status, sent.body.data.status]).toEqual([201, 'PENDING'])
    return sent.body.data.id as number
  }
  for (let count = 0; count < 60; count += 1) await send('192.0.2.1')
  // As on the evening of the deadline, behind the address of a carrier.
  const crowded = [await send('192.0.2.1'), await send('192.0.2.1')]
  const other = await send('192.0.2.2')
  const { database } = app.services
  const waiting = await database
    .selectFrom('applications')
    .select('id')
    .where('waiting_since', 'is not', null)
    .orderBy('id')
    .execute()
  expect(waiting.map(({ id }) => id)).toEqual(crowded)
  const notesOf = async (id: number) =>
    (
      await database
        .selectFrom('application_history')
        .select('notes')
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow()
    ).notes
  expect(await notesOf(crowded[0] ?? 0)).toContain('from the same network')
  expect(await notesOf(other)).toBe('')
  const { registered } = await database
    .selectFrom('cohorts')
    .select('registered')
    .executeTakeFirstOrThrow()
  expect([registered, await countRows(app, 'files')]).toEqual([61, 63])
})

test('one address has 2 GB of files stored a day, those of bots included, and others go on', async () => {
  const target = await createCohortAndStack(app)
  const counting = { ...app.services, clientIp: '192.0.2.1', responseHeaders: new Headers() }
  limitStoredBytes(counting, storedBytesMax - 1.5 * pdfFile().size)
  const send = (clientIp: string, email: string, website = '') =>
    sendFrom(clientIp, applicationForm(target, { email, website }))
  expect((await send('192.0.2.1', 'bot@example.rw', 'https://a.example')).status).toBe(201)
  const full = await send('192.0.2.1', 'aline@example.rw')
  expect([full.status, full.body]).toEqual([
    429,
    { detail: expect.stringContaining('Very many files were sent from your network today.') },
  ])
  expect(full.headers.get('retry-after')).toBe(String(24 * 60 * 60))
  const stored = async () => [await countRows(app, 'applications'), await countRows(app, 'files')]
  expect(await stored()).toEqual([1, 1])
  expect((await send('192.0.2.2', 'eric@example.rw')).status).toBe(201)
  app.advanceS(24 * 60 * 60)
  expect((await send('192.0.2.1', 'aline@example.rw')).status).toBe(201)
  expect(await stored()).toEqual([3, 3])
})

test('a body over the limit is refused before it is read', async () => {
  const target = await createCohortAndStack(app)
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const declared = await app.json('/api/website/application/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '99999999999' },
  } as RequestInit)
  expect(declared.status).toBe(413)
  expect(sent).toBeLessThan(3)
  const big = new File([pdfFile(), new Uint8Array(11 * 1024 * 1024)], 'resume.pdf')
  const { status, body } = await apply(app, applicationForm(target, { resume: big }))
  expect([status, body]).toEqual([413, { detail: 'resume must be 10MB or smaller.' }])
  expect(await isSpoolEmpty(app)).toBe(true)
})

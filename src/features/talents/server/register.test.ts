import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitStoredBytes, storedBytesMax } from '#platform/http/upload-slots.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { removeUnclaimedFiles } from '#platform/storage/files.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { pdfFile } from '#testing/applying.ts'
import { countFiles, pdfOf } from '#testing/sending-files.ts'
import { consent } from '../validation.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

type Fields = Record<string, string | File | undefined>
const right: Fields = {
  first_name: 'Aline',
  last_name: 'Uwase',
  email: 'Aline@example.rw',
  phone_number: '+250 788 123 456',
  location: 'Kigali, Rwanda',
  headline: 'Customer support specialist',
  link: 'linkedin.com/in/aline-uwase',
  about: 'I listen first.',
  skills: 'Customer support, French; Zendesk,french ,',
  level: 'MID',
  years: '4',
  latest_role: 'Support agent',
  availability: 'MONTH',
  work_mode: 'REMOTE',
  consent: consent.version,
}

let clients = 0
const newClientIp = () => {
  clients += 1
  return `10.2.${clients >> 8}.${clients & 255}`
}

/** Registers with these changes to a valid form; undefined removes a field. */
async function register(changes: Fields = {}, { key = '', clientIp = newClientIp() } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...right, resume: pdfFile(), ...changes })) {
    if (value !== undefined) form.append(name, value)
  }
  return send(form, { key, clientIp })
}

async function send(form: FormData, { key = '', clientIp = newClientIp() } = {}) {
  const encoded = new Response(form)
  const headers = new Headers({ 'content-type': encoded.headers.get('content-type') ?? '' })
  if (key) headers.set('idempotency-key', key)
  const body = await encoded.arrayBuffer()
  return app.json('/api/website/talents/', { method: 'POST', body, headers, clientIp })
}

const rowsOf = (table: 'talents' | 'outbox') =>
  app.services.database.selectFrom(table).selectAll().orderBy('id').execute() as Promise<
    Record<string, unknown>[]
  >

test('a talent is stored with resume, skills and consent and gets an email; the response repeats little', async () => {
  const { status, body } = await register()
  expect([status, body]).toEqual([
    201,
    {
      message: 'You are registered!',
      data: {
        id: expect.any(Number),
        first_name: 'Aline',
        last_name: 'Uwase',
        email: 'Aline@example.rw',
        created_at: '2026-03-02T08:00:00.000Z',
      },
    },
  ])
  const token = await app.signIn('RECRUITER')
  const stored = await app.json(`/api/admin/talents/${body.data.id}/`, { token })
  const { consent: version, skills: _, years: __, ...asTyped } = right
  expect(stored.body).toMatchObject({
    ...asTyped,
    link: 'https://linkedin.com/in/aline-uwase',
    skills: ['Customer support', 'French', 'Zendesk'],
    years: 4,
    status: 'NEW',
    consent_version: version,
    consented_at: '2026-03-02T08:00:00.000Z',
    resume: { name: 'resume.pdf', type: 'application/pdf' },
  })
  const [email, ...more] = await rowsOf('outbox')
  expect(more).toEqual([])
  expect(email).toMatchObject({ recipient: 'Aline@example.rw', sent_at: null })
  expect(email?.body).toContain(consent.words)
  expect(email?.body).not.toContain('Aline')
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 1, rows: 1 })
})

test('a resume whose name grows when it is lower-cased is accepted', async () => {
  expect((await register({ resume: pdfFile('İbrahim.pdf') })).status).toBe(201)
})

test('all invalid fields are named in one response, with their messages', async () => {
  const { status, body } = await send(new FormData())
  expect([status, body]).toEqual([
    400,
    {
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      phone_number: ['Phone number is required'],
      location: ['Please tell us where you live'],
      headline: ['Please tell us in one line what you do'],
      skills: ['Please name at least one skill'],
      level: ['Please choose your level'],
      years: ['Please tell us how many years you have worked'],
      availability: ['Please choose when you could start'],
      work_mode: ['Please choose how you want to work'],
      consent: ['Please agree first: without it we may not keep your profile'],
      resume: ['Resume is required'],
    },
  ])
})

test('errors of the file are in the same response as those of fields, and no file is left', async () => {
  const resume = new File(['MZ this is a program'], 'resume.pdf', { type: 'application/pdf' })
  const { status, body } = await register({ resume, first_name: ' ', years: '61' })
  expect([status, body]).toEqual([
    400,
    {
      first_name: ['First name is required'],
      years: ['Please enter a whole number of years, from 0 to 60'],
      resume: ['Resume must be a PDF, DOC or DOCX file'],
    },
  ])
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 0, rows: 0 })
  expect([await rowsOf('talents'), await rowsOf('outbox')]).toEqual([[], []])
})

test.each([
  ['email', 'aline@example', 'Please enter a valid email'],
  ['phone_number', '078812', 'Please enter a valid phone number'],
  ['phone_number', 'call me', 'Please enter a valid phone number'],
  ['link', 'javascript:alert(1)', expect.stringMatching(/^Please enter the address of a page/)],
  ['link', 'me at home', expect.stringMatching(/^Please enter the address of a page/)],
  ['link', 'https://user:pw@example.com', expect.stringMatching(/^Please enter the address/)],
  ['about', 'a'.repeat(1_001), 'At most 1000 characters'],
  ['skills', ' , ;\n', 'Please name at least one skill'],
  ['skills', 'abcdefghijklmnop'.split('').join(), 'At most 15 skills'],
  ['skills', 'a'.repeat(41), 'At most 40 characters a skill. Put commas between them'],
  ['level', 'BOSS', 'Please choose your level'],
  ['years', '-1', 'Please enter a whole number of years, from 0 to 60'],
  ['years', '2.5', 'Please enter a whole number of years, from 0 to 60'],
  ['consent', 'true', expect.stringMatching(/^These words have changed/)],
  ['last_name', 'Uwase\0', 'This has characters that cannot be stored'],
])('%s of %j is refused', async (field, value, message) => {
  const { status, body } = await register({ [field]: value })
  expect([status, body]).toEqual([400, { [field]: [message] }])
  expect(await rowsOf('talents')).toEqual([])
})

test('optional fields may be left out', async () => {
  const { status } = await register({ link: undefined, about: undefined, latest_role: undefined })
  expect(status).toBe(201)
})

test('an email registers once, which only valid registrations learn, five times an hour', async () => {
  expect((await register()).status).toBe(201)
  const clientIp = newClientIp()
  const again = { email: ' ALINE@example.rw', first_name: 'Somebody' }
  const both = await register({ ...again, headline: '' }, { clientIp })
  expect(both.body).toEqual({ headline: ['Please tell us in one line what you do'] })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, body } = await register(again, { clientIp })
    const message = 'This email is registered already. To change what you sent, please write to us'
    expect([status, body]).toEqual([400, { email: [message] }])
  }
  expect(await register(again, { clientIp })).toMatchObject({ status: 429 })
  expect(await register({ email: 'other@example.rw' }, { clientIp })).toMatchObject({ status: 201 })
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 2, rows: 2 })
  expect(await rowsOf('outbox')).toHaveLength(2)
})

test('a registration sent ten times concurrently with one key, and again later, is stored once and gets the same response', async () => {
  const key = 'the-same-key'
  const responses = await Promise.all(Array.from({ length: 10 }, () => register({}, { key })))
  app.advanceS(600)
  responses.push(await register({}, { key }))
  expect(responses.map(({ status }) => status)).toEqual(Array(11).fill(201))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 1, rows: 1 })
  expect(await rowsOf('outbox')).toHaveLength(1)
  const other = await register({ email: 'other@example.rw' }, { key })
  expect(other.status).toBe(409)
  expect(JSON.stringify(other.body)).not.toContain('Aline')
})

test('a form without a key that is sent twice by two clicks is stored once, and both succeed', async () => {
  const responses = await Promise.all([register(), register(), register()])
  responses.push(await register())
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 1, rows: 1 })
  expect(await rowsOf('outbox')).toHaveLength(1)
})

test('ten concurrent registrations of one email by different people store one', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => register({ first_name: `Aline ${index}` })),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(400)])
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 1, rows: 1 })
})

test('a bot gets the usual response, is stored as spam and causes no email', async () => {
  const form_token = issueFormToken(app.services)
  expect(await register({ email: 'honeypot@example.rw', website: 'x' })).toMatchObject({
    status: 201,
  })
  expect(await register({ email: 'too-fast@example.rw', form_token })).toMatchObject({
    status: 201,
  })
  app.advanceS(5)
  expect(await register({ email: 'person@example.rw', form_token })).toMatchObject({ status: 201 })
  const stored = await rowsOf('talents')
  expect(stored.map(({ email, status }) => [email, status])).toEqual([
    ['honeypot@example.rw', 'SPAM'],
    ['too-fast@example.rw', 'SPAM'],
    ['person@example.rw', 'NEW'],
  ])
  const emails = await rowsOf('outbox')
  expect(emails.map(({ recipient }) => recipient)).toEqual(['person@example.rw'])
})

test('a resume of more than 10 MB is refused before it has fully arrived, and no file is left', async () => {
  const resume = new File([pdfOf(10 * 1024 * 1024 + 1)], 'resume.pdf')
  const { status, body } = await register({ resume })
  expect([status, body]).toEqual([413, { detail: 'resume must be 10MB or smaller.' }])
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 0, rows: 0 })
})

test('a resume of an address that has had 2 GB stored today is refused, and nothing is stored', async () => {
  const clientIp = newClientIp()
  limitStoredBytes({ ...app.services, clientIp, responseHeaders: new Headers() }, storedBytesMax)
  expect((await register({}, { clientIp })).status).toBe(429)
  expect(await rowsOf('talents')).toEqual([])
  expect(await countFiles(app)).toMatchObject({ spooled: 0, stored: 0, rows: 0 })
  expect((await register()).status).toBe(201)
})

test('the upkeep keeps the resume of a stored talent', async () => {
  await register()
  app.advanceS(3_601)
  expect(await removeUnclaimedFiles(app.services)).toBe(0)
  expect(await countFiles(app)).toMatchObject({ stored: 1, rows: 1 })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'
import { linkInOutbox, noella, readPdf } from '#testing/certificates.ts'
import { markSent } from '#testing/mark-sent.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const path = (id: number, action = '') => `/api/admin/certificates/${id}/${action}`
const post = (url: string, json: object = {}) => app.json(url, { method: 'POST', token, json })
const create = async (changes: object = {}) =>
  (await post('/api/admin/certificates/', { ...noella, ...changes })).body
const correct = (id: number, json: object) => app.json(path(id), { method: 'PATCH', token, json })
const revoke = (id: number, json: object = { reason: 'Issued by mistake' }) =>
  post(path(id, 'revoke/'), json)
const get = async (id: number) => (await app.json(path(id), { token })).body
const download = (email: string) =>
  app.request(`/api/students/certificate/?email=${encodeURIComponent(email)}`)
const emails = () =>
  app.services.database
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body'])
    .orderBy('id')
    .execute()
const lines = async () =>
  (await auditLines(app, 'certificate')).map((line) => [line.action, line.target_id, line.details])

test('a correction of what is printed is a new version, which says so and is sent', async () => {
  const { id, number } = await create()
  app.setNow('2026-03-05T08:00:00.000Z')
  token = await app.signIn('RECRUITER', { name: 'Eric Mugabo' })
  const { status, body } = await correct(id, { full_name: "Noëlla O'Brien" })
  expect([status, body]).toMatchObject([
    200,
    { number, full_name: "Noëlla O'Brien", version: 2, corrected_on: '2026-03-05' },
  ])
  const { text } = await readPdf(await download(noella.email))
  expect(text).toContain(`${number}, version 2`)
  expect(text).toContain('Corrected on 5 March 2026. This replaces all earlier versions')
  const [first, second] = await emails()
  expect(first?.body).toContain('Congratulations!')
  expect(second).toMatchObject({ subject: expect.stringContaining('corrected certificate') })
  expect(second?.body).toContain(
    `${number} for UX/UI Design in Women in Tech Cohort 4. This is version 2`,
  )
  expect((await get(id)).history).toMatchObject([
    {
      action: 'corrected',
      version: 2,
      by_name: 'Eric Mugabo',
      changes: [{ field: 'full_name', from: 'Noëlla Mukamana', to: "Noëlla O'Brien" }],
    },
    { action: 'issued', version: 1, by_name: 'Diane Keza', changes: [] },
  ])
  expect(await lines()).toEqual([
    ['created', String(id), {}],
    ['changed', String(id), { fields: ['full_name'] }],
  ])
})

test('a correction can be made without an email, and one that changes nothing leaves nothing', async () => {
  const { id } = await create()
  await correct(id, { course: 'UI Design', send_email: false })
  expect(await correct(id, { course: 'UI Design' })).toMatchObject({ body: { version: 2 } })
  expect(await emails()).toHaveLength(1)
  expect((await get(id)).history).toHaveLength(2)
})

test('a corrected email alone is no new version, and gets the first email', async () => {
  const { id } = await create()
  const { body } = await correct(id, { email: 'uwase@example.rw', send_email: false })
  expect(body).toMatchObject({ version: 1, corrected_on: null })
  expect((await emails()).map(({ recipient }) => recipient)).toEqual([
    noella.email,
    'uwase@example.rw',
  ])
})

test('nobody gets two valid certificates of a cohort, however it is written', async () => {
  const { id } = await create()
  const twice = { email: 'NOELLA@example.rw', cohort: 'women in tech cohort 4' }
  const refused = { email: ['This person has a valid certificate of this cohort already'] }
  const second = await post('/api/admin/certificates/', { ...noella, ...twice })
  expect([second.status, second.body]).toEqual([400, refused])
  const other = await create({ cohort: 'Women in Tech Cohort 5' })
  const moved = await correct(other.id, { cohort: noella.cohort })
  expect([moved.status, moved.body]).toEqual([400, refused])
  const responses = await Promise.all(
    Array.from({ length: 8 }, () =>
      post('/api/admin/certificates/', { ...noella, email: 'eric@example.rw' }),
    ),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await emails()).toHaveLength(3)
  await revoke(id)
  expect((await post('/api/admin/certificates/', noella)).status).toBe(201)
})

test('a revoked certificate is served to nobody; who has its link is told, strangers are not', async () => {
  const { id, number } = await create()
  const link = await linkInOutbox(app)
  const { status, body } = await revoke(id)
  expect([status, body]).toMatchObject([
    200,
    {
      status: 'REVOKED',
      revoked_at: '2026-03-02T08:00:00.001Z',
      revoked_reason: 'Issued by mistake',
    },
  ])
  const told = await app.json(link)
  expect([told.status, told.body.detail]).toEqual([
    410,
    expect.stringContaining(`Your certificate ${number} was revoked on 2 Mar 2026`),
  ])
  const bare = await download(noella.email)
  const nobody = await download('nobody@example.rw')
  expect([bare.status, await bare.json()]).toEqual([nobody.status, await nobody.json()])
  expect(bare.status).toBe(404)
  const [, email] = await emails()
  expect(email?.subject).toBe(`Your certificate ${number} is no longer valid`)
  expect(email?.body).toContain('The reason: Issued by mistake')
  expect((await get(id)).history[0]).toMatchObject({
    action: 'revoked',
    note: 'Issued by mistake',
    by_name: 'Diane Keza',
  })
  expect((await lines()).at(-1)).toEqual(['revoked', String(id), {}])
  expect(JSON.stringify(await lines())).not.toContain('mistake')
})

test('after a revocation the graduate is served an older valid one, or a new one', async () => {
  const { id } = await create({ issued_on: '2026-02-20' })
  await create({ cohort: 'An older cohort', issued_on: '2025-02-20' })
  await revoke(id, { reason: 'Wrong course', send_email: false })
  expect((await readPdf(await download(noella.email))).text).toContain('An older cohort')
  await create({ course: 'The right course', issued_on: '2026-02-21' })
  expect((await readPdf(await app.request(await linkInOutbox(app)))).text).toContain(
    'The right course',
  )
})

test('a revoked certificate is neither revoked, corrected nor sent again', async () => {
  const { id } = await create()
  await revoke(id, { reason: 'Wrong course', send_email: false })
  const responses = [
    await revoke(id),
    await correct(id, { course: 'Other' }),
    await post(path(id, 'resend/')),
  ]
  expect(responses.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(await emails()).toHaveLength(1)
  expect((await get(id)).history).toHaveLength(2)
  expect(responses[1]?.body.detail).toBe(
    'This certificate is revoked. Please issue a new one instead.',
  )
})

test('of two who revoke at once one does, and an old version is refused with a name', async () => {
  const { id } = await create()
  const responses = await Promise.all([revoke(id), revoke(id), revoke(id)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await emails()).toHaveLength(2)
  const other = await create()
  await correct(other.id, { course: 'Other' })
  const stale = await revoke(other.id, { reason: 'x', expected_updated_at: other.updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringMatching(/^This was changed at .* by Diane Keza \(course/),
  ])
})

test('a revocation needs a reason', async () => {
  const { id } = await create()
  const responses = [
    await revoke(id, {}),
    await revoke(id, { reason: ' ' }),
    await revoke(id, { reason: 'x'.repeat(301), send_email: 'perhaps' }),
  ]
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [400, { reason: ['Please enter a reason'] }],
    [400, { reason: ['Please enter a reason'] }],
    [400, { reason: ['At most 300 characters'], send_email: ['Please choose true or false'] }],
  ])
  expect((await get(id)).status).toBe('VALID')
  expect((await revoke(9999)).status).toBe(404)
})

test('an email that waits is not sent once the certificate is corrected, sent again or revoked', async () => {
  const reasons = async () => {
    const rows = await app.services.database
      .selectFrom('outbox')
      .select(['recipient', 'withheld'])
      .orderBy('id')
      .execute()
    return rows.map(({ recipient, withheld }) => [recipient, withheld])
  }
  const { id } = await create({ email: 'stranger@example.rw' })
  const other = await create({ email: 'stranger@example.rw', cohort: 'Another Cohort' })
  await correct(id, { email: noella.email })
  await correct(id, { course: 'Other', send_email: false })
  await post(path(id, 'resend/'))
  await revoke(id)
  expect(await reasons()).toEqual([
    ['stranger@example.rw', 'OUTDATED'],
    ['stranger@example.rw', ''],
    [noella.email, 'OUTDATED'],
    [noella.email, 'OUTDATED'],
    [noella.email, ''],
  ])
  expect((await get(other.id)).status).toBe('VALID')
})

test('the email is sent again, and the history tells', async () => {
  const { id } = await create()
  await markSent(app)
  const { status, body } = await post(path(id, 'resend/'))
  expect([status, body]).toEqual([
    200,
    { detail: `The email to ${noella.email} is in the outbox.` },
  ])
  const repeated = await post(path(id, 'resend/'))
  expect([repeated.status, repeated.body.detail]).toEqual([
    409,
    `The email to ${noella.email} is in the outbox already, and will be sent from there.`,
  ])
  const [first, second, ...others] = await emails()
  expect([second, others]).toEqual([first, []])
  expect((await get(id)).history[0]).toMatchObject({ action: 'sent', by_name: 'Diane Keza' })
  expect((await post(path(9999, 'resend/'))).status).toBe(404)
})

test('a holder is sent ten emails a day, and an eleventh neither again, by a correction nor by a revocation', async () => {
  const { id } = await create()
  for (let n = 1; n <= 10; n += 1) {
    await markSent(app)
    expect((await post(path(id, 'resend/'))).status).toBe(200)
  }
  await markSent(app)
  const sent = await emails()
  const refused = {
    status: 409,
    body: {
      detail:
        'Noëlla Mukamana was sent 10 emails within a day. The next one can be sent from 3 Mar 2026, 10:00.',
    },
  }
  expect(await post(path(id, 'resend/'))).toMatchObject(refused)
  expect(await correct(id, { course: 'Other', send_email: true })).toMatchObject(refused)
  expect(await revoke(id)).toMatchObject(refused)
  expect(await emails()).toEqual(sent)
  expect(await get(id)).toMatchObject({
    status: 'VALID',
    course: noella.course,
    history: { length: 11 },
  })
  expect((await correct(id, { course: 'Other', send_email: false })).status).toBe(200)
  app.advanceS(86_400)
  token = await app.signIn('RECRUITER')
  expect((await post(path(id, 'resend/'))).status).toBe(200)
})

test('a certificate of who was sent ten emails today is revoked without one', async () => {
  const { id } = await create()
  for (let n = 1; n <= 10; n += 1) {
    await markSent(app)
    expect((await post(path(id, 'resend/'))).status).toBe(200)
  }
  await markSent(app)
  const sent = await emails()
  expect((await revoke(id, { reason: 'Wrong course', send_email: false })).status).toBe(200)
  expect(await get(id)).toMatchObject({ status: 'REVOKED' })
  expect(await emails()).toEqual(sent)
})

test('a deletion takes the history along', async () => {
  const { id } = await create()
  await app.json(path(id), { method: 'DELETE', token })
  expect((await app.json(path(id), { token })).status).toBe(404)
  const left = await app.services.database.selectFrom('certificate_history').selectAll().execute()
  expect(left).toEqual([])
})

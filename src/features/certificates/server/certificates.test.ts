import { type Font, create as openFont } from 'fontkit'
import { getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFont } from '#platform/documents/fonts.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { noella, readPdf as read } from '#testing/certificates.ts'
import { printedLengthMax, validatePrinted } from '../validation.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (json: unknown) =>
  app.json('/api/admin/certificates/', { method: 'POST', token, json })
const remove = (id: number) =>
  app.json(`/api/admin/certificates/${id}/`, { method: 'DELETE', token })
const list = async (query = '') =>
  (await app.json(`/api/admin/certificates/?${query}`, { token })).body
const names = async (query = '') =>
  (await list(query)).results.map((certificate: { full_name: string }) => certificate.full_name)
const download = (email: string, clientIp = '192.0.2.1') =>
  app.request(`/api/students/certificate/?email=${encodeURIComponent(email)}`, { clientIp })

const lettersOf = (text: string) => text.replace(/\s/g, '')

test('an email that applications accept is accepted for certificates as well', async () => {
  const { status, body } = await create({ ...noella, email: 'noëlla@université.example' })
  expect([status, body.email]).toEqual([201, 'noëlla@université.example'])
})

test('markup in a name is printed as text', async () => {
  const full_name = `(Aline) \\ /JS <<script>> 'Uwase'; drop`
  await create({ ...noella, full_name })
  const pdf = await read(await download(noella.email))
  expect(pdf.text).toContain(full_name)
  expect(pdf.title).toContain(full_name)
})

test('the longest name is printed completely, in several lines', async () => {
  const full_name = `Nshimiyimana-Ngabonziza ÀÉÎÕÜßçñøåæœšžĳŁőřžŦȘșȚțẠếỹ ‐–—‘’“” `
    .repeat(4)
    .slice(0, printedLengthMax)
    .trim()
  expect((await create({ ...noella, full_name })).status).toBe(201)
  expect(lettersOf((await read(await download(noella.email))).text)).toContain(lettersOf(full_name))
})

test('names of African languages are printed with their letters and accents', async () => {
  const full_name = 'Ɛ̀lì Kɔ́fí Ọlọ́rúntọ̀bá Ŋsụ Ɓàɗe Ƴaƙụbụ'.normalize('NFD')
  expect((await create({ ...noella, full_name })).status).toBe(201)
  const { text } = await read(await download(noella.email))
  for (const letter of new Set(full_name)) expect(text.normalize('NFD')).toContain(letter)
})

test('every letter that is accepted has a glyph', () => {
  const wider = openFont(readFont('bold', 'noto-sans')) as Font
  for (let code = 1; code < 0xffff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (validatePrinted(letter)) continue
    expect([letter, wider.hasGlyphForCodePoint(code)]).toEqual([letter, true])
  }
})

test('a name in letters that cannot be printed is refused in words that say which', async () => {
  for (const [full_name, message] of [
    ['ሰላም ተስፋዬ', 'We cannot print Ethiopic letters. Please write it in Latin letters'],
    ['ߒߞߏ Keita', "We cannot print N'Ko letters. Please write it in Latin letters"],
    ['Aline 🎓', 'We cannot print 🎓. Please write it without'],
    ['A\u0300\u0301\u0302\u0303\u0304', 'We cannot print so many accents on one letter'],
  ]) {
    expect((await create({ ...noella, full_name })).body).toEqual({ full_name: [message] })
  }
})

test('the certificate is tagged, and its QR code leads to the page that checks it', async () => {
  const { body } = await create(noella)
  const bytes = new Uint8Array(await (await download(noella.email)).arrayBuffer())
  const document = await getDocumentProxy(bytes)
  const page = await document.getPage(1)
  const tree = JSON.stringify(await page.getStructTree())
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  expect(tree).toContain('"role":"H1"')
  expect(tree).toContain(`QR code of http://localhost:3000/verify/${body.code}`)
})

test('by default a certificate is issued today, and its number is random', async () => {
  const { status, body } = await create(noella)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...noella,
    id: expect.any(Number),
    number: expect.stringMatching(/^2026-[2-9A-HJKMNP-TV-Z]{6}$/),
    code: expect.stringMatching(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/),
    issued_on: '2026-03-02',
    version: 1,
    corrected_on: null,
    status: 'VALID',
    revoked_at: null,
    revoked_reason: '',
    application_id: null,
    created_at: '2026-03-02T08:00:00.000Z',
    updated_at: '2026-03-02T08:00:00.000Z',
  })
  const earlier = await create({ ...noella, cohort: 'Cohort 3', issued_on: '2025-12-31' })
  expect(earlier.body.number).toMatch(/^2025-/)
})

test('the graduate gets an email with the link; a refused certificate sends none', async () => {
  await create({ ...noella, course: '' })
  const { body } = await create(noella)
  const emails = await app.services.database
    .selectFrom('outbox')
    .selectAll()
    .orderBy('id')
    .execute()
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ recipient: 'Noella@example.rw', sent_at: null })
  expect(emails[0]?.body).toContain('/certificate?email=Noella%40example.rw')
  expect(emails[0]?.body).toContain(body.number)
})

test('all invalid fields are named at once', async () => {
  expect((await create({})).body).toEqual({
    full_name: ['Full name is required'],
    email: ['Email is required'],
    course: ['Course is required'],
    cohort: ['Cohort is required'],
    start: ['Start date is required'],
    end: ['End date is required'],
  })
  const { status, body } = await create({
    full_name: '李明',
    email: 'aline@',
    course: 'x'.repeat(printedLengthMax + 1),
    cohort: ' ',
    start: '2026-02-30',
    end: 'soon',
    issued_on: 'today',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    full_name: ['We cannot print Chinese letters. Please write it in Latin letters'],
    email: ['Please enter a valid email address'],
    course: ['At most 201 characters'],
    cohort: ['Cohort is required'],
    start: ['Please enter a valid date'],
    end: ['Please enter a valid date'],
    issued_on: ['Please enter a valid date'],
  })
  expect((await create({ ...noella, end: noella.start })).body).toEqual({
    end: ['The end must be after the start'],
  })
  expect((await list()).total_items).toBe(0)
})

test('a corrected certificate keeps its number, and a new email address gets the email', async () => {
  const { body } = await create(noella)
  const correct = (id: number, json: object) =>
    app.json(`/api/admin/certificates/${id}/`, { method: 'PATCH', token, json })
  const emails = () =>
    app.services.database.selectFrom('outbox').select('recipient').orderBy('id').execute()
  const renamed = await correct(body.id, { full_name: 'Noëlla Uwase' })
  const { updated_at } = renamed.body
  expect([renamed.status, renamed.body]).toEqual([
    200,
    {
      ...body,
      full_name: 'Noëlla Uwase',
      version: 2,
      corrected_on: '2026-03-02',
      updated_at,
      code: expect.not.stringMatching(body.code),
    },
  ])
  expect(await emails()).toHaveLength(2)
  await correct(body.id, { email: 'uwase@example.rw' })
  expect((await emails()).map(({ recipient }) => recipient)).toContain('uwase@example.rw')
  expect((await read(await download('uwase@example.rw'))).text).toContain(body.number)
  expect((await download(noella.email)).status).toBe(404)
  expect(await names('search=noella%20uwase')).toEqual(['Noëlla Uwase'])
  const wrong = await correct(body.id, { full_name: '李明', end: noella.start })
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { full_name: ['We cannot print Chinese letters. Please write it in Latin letters'] },
  ])
  expect((await correct(body.id, { end: noella.start })).body).toEqual({
    end: ['The end must be after the start'],
  })
  expect((await correct(999, { course: 'x' })).status).toBe(404)
})

test('staff search, page and delete certificates; a deleted one cannot be downloaded', async () => {
  await createCertificate(app.services, { full_name: 'Zoé Uwera', issued_on: '2026-01-01' })
  const { id, email } = await createCertificate(app.services, {
    full_name: 'Eric Mugisha',
    email: 'eric@example.rw',
    issued_on: '2026-02-01',
  })
  expect(await names()).toEqual(['Eric Mugisha', 'Zoé Uwera'])
  expect(await names('page=2&page_size=1')).toEqual(['Zoé Uwera'])
  expect(await names('search=zoe')).toEqual(['Zoé Uwera'])
  expect(await names('search=eric@')).toEqual(['Eric Mugisha'])
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect((await download(email)).status).toBe(404)
})

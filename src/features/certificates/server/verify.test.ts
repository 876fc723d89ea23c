import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'
import { toCode } from '../validation.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const pathOf = (code: string) => `/api/website/certificates/${encodeURIComponent(code)}/`
const verify = (code: string, clientIp = '192.0.2.1') => app.json(pathOf(code), { clientIp })
const change = (id: number, method: string, action: string, json: object) =>
  app.json(`/api/admin/certificates/${id}/${action}`, { method, token, json })
const correct = async (id: number, json: object) => (await change(id, 'PATCH', '', json)).body
const revoke = (id: number) => change(id, 'POST', 'revoke/', { reason: 'Issued by mistake' })

test('whoever has the code learns all that is printed, and that it holds', async () => {
  const { code, number } = await createCertificate(app.services, {
    full_name: 'Noëlla Mukamana',
    course: 'UX/UI Design',
    cohort: 'Women in Tech 4',
  })
  expect(await verify(code)).toMatchObject({
    status: 200,
    body: {
      status: 'VALID',
      code,
      number,
      version: 1,
      full_name: 'Noëlla Mukamana',
      course: 'UX/UI Design',
      cohort: 'Women in Tech 4',
      start: '2025-10-06',
      end: '2026-01-09',
      issued_on: '2026-01-16',
      corrected_on: null,
      replaced_on: null,
      latest_code: null,
      revoked_on: null,
      checked_at: '2026-03-02T08:00:00.000Z',
    },
  })
  expect(Object.keys((await verify(code)).body)).not.toContain('email')
})

test('it does not matter how the code is typed', async () => {
  const { code, number } = await createCertificate(app.services)
  const plain = code.replaceAll('-', '')
  for (const typed of [plain, ` ${code.toLowerCase()} `, plain.replace(/(...)/g, '$1 ')]) {
    expect((await verify(typed)).body).toMatchObject({ code, number })
  }
})

test('a corrected certificate has another code, and the one before says what replaced it', async () => {
  const { id, code } = await createCertificate(app.services, { full_name: 'Noela Mukamana' })
  app.setNow('2026-03-05T08:00:00.000Z')
  token = await app.signIn('RECRUITER')
  const second = await correct(id, { full_name: 'Noëlla Mukamana' })
  expect((await verify(code)).body).toMatchObject({
    status: 'REPLACED',
    full_name: 'Noela Mukamana',
    version: 1,
    corrected_on: null,
    replaced_on: '2026-03-05',
    latest_code: second.code,
    revoked_on: null,
  })
  expect((await verify(second.code)).body).toMatchObject({
    status: 'VALID',
    full_name: 'Noëlla Mukamana',
    version: 2,
    corrected_on: '2026-03-05',
    latest_code: null,
  })
  const third = await correct(id, { course: 'UI Design' })
  for (const earlier of [code, second.code]) {
    expect((await verify(earlier)).body).toMatchObject({
      status: 'REPLACED',
      latest_code: third.code,
    })
  }
})

test('certificates that were issued without a code get one when they are corrected', async () => {
  const both = [await createCertificate(app.services), await createCertificate(app.services)]
  await app.services.database.updateTable('certificates').set({ code: '' }).execute()
  for (const { id } of both) {
    const { code } = await correct(id, { course: 'UI Design' })
    expect((await verify(code)).body).toMatchObject({ status: 'VALID', version: 2 })
  }
})

test('a corrected email leaves the code as it is', async () => {
  const { id, code } = await createCertificate(app.services)
  expect(await correct(id, { email: 'uwase@example.rw' })).toMatchObject({ code, version: 1 })
  expect((await verify(code)).body.status).toBe('VALID')
})

test('a revoked certificate is told as revoked with its day but not why, in every version', async () => {
  const { id, code } = await createCertificate(app.services)
  const second = await correct(id, { course: 'UI Design' })
  await revoke(id)
  for (const version of [code, second.code]) {
    const { body } = await verify(version)
    expect(body).toMatchObject({ status: 'REVOKED', revoked_on: '2026-03-02' })
    expect(JSON.stringify(body)).not.toContain('mistake')
  }
})

test('a deleted certificate is unknown in every version until it comes back', async () => {
  const { id, code } = await createCertificate(app.services)
  const second = await correct(id, { course: 'UI Design' })
  await app.json(`/api/admin/certificates/${id}/`, { method: 'DELETE', token })
  for (const version of [code, second.code]) expect((await verify(version)).status).toBe(404)
  const { results } = (await app.json('/api/admin/trash/', { token })).body
  await app.json(`/api/admin/trash/${results[0].id}/restore/`, { method: 'POST', token })
  expect((await verify(code)).body.status).toBe('REPLACED')
  expect((await verify(second.code)).body.status).toBe('VALID')
})

test('an unknown code, one that is none, and one that is almost right are not found', async () => {
  const { code } = await createCertificate(app.services)
  const almost = code.replace(/.$/, (last) => (last === '2' ? '3' : '2'))
  for (const typed of [almost, code.slice(0, -1), '%', "' or 1=1; --", 'x'.repeat(200)]) {
    expect(await verify(typed)).toMatchObject({
      status: 404,
      body: { detail: 'A certificate with this code was not found. It may have been deleted.' },
    })
  }
  expect((await verify('x'.repeat(201))).status).toBe(400)
})

test('guessing is limited by client, while right codes go on', async () => {
  const { code } = await createCertificate(app.services)
  for (let count = 0; count < 20; count += 1) expect((await verify('2222')).status).toBe(404)
  expect(await verify('2222')).toMatchObject({ status: 429 })
  expect((await verify(code)).status).toBe(200)
  expect((await verify('2222', '192.0.2.2')).status).toBe(404)
  app.advanceS(600)
  expect((await verify('2222')).status).toBe(404)
})

test('the page tells a revocation at once, and is kept by nobody', async () => {
  const pages = await startTestPages(app.services)
  const { id, code } = await createCertificate(app.services, { full_name: 'Zoé Uwera' })
  const read = async () => {
    const response = await pages.request(`/verify/${code}`)
    return { response, html: await response.text() }
  }
  const { response, html } = await read()
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(html).toContain('Zoé Uwera')
  expect(html).toContain('>Valid<')
  expect(html).toContain('content="noindex"')
  // By another process, whose writes this one's cache hears of later.
  await app.services.database
    .updateTable('certificates')
    .set({ revoked_at: '2026-03-02T08:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  const after = (await read()).html
  expect(after).toContain('Not valid: revoked')
  expect(after).not.toContain('>Valid<')
  expect((await verify(code)).body.status).toBe('REVOKED')
})

test('the page of an unknown code is a 404 that says so; the form leads to the code', async () => {
  const pages = await startTestPages(app.services)
  const unknown = await pages.request('/verify/2222-2222-2222')
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toMatch(/Unknown code.*letter by letter/s)
  const { number } = await createCertificate(app.services, { email: 'other@example.rw' })
  const mistaken = await (await pages.request(`/verify/${toCode(number)}`)).text()
  expect(mistaken).toContain('A verification code has 12 letters and digits')
  expect(mistaken).not.toContain('did not issue')
  const { code } = await createCertificate(app.services)
  for (const path of [
    `/verify?code=+${code.toLowerCase()}`,
    `/verify/${code.replaceAll('-', '')}`,
  ]) {
    const response = await pages.request(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, `/verify/${code}`])
  }
  const empty = await pages.request('/verify?code=+-')
  expect([empty.status, (await empty.text()).includes('Please type the code')]).toEqual([200, true])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { linkInOutbox, noella, readPdf as read } from '#testing/certificates.ts'
import { threadMsOf } from '#testing/event-loop.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (json: unknown) =>
  app.json('/api/admin/certificates/', { method: 'POST', token, json })
const download = (email: string, clientIp = '192.0.2.1') =>
  app.request(`/api/students/certificate/?email=${encodeURIComponent(email)}`, { clientIp })

test('a graduate downloads a PDF of one page with name, course, cohort, dates and number', async () => {
  const { body } = await create(noella)
  const response = await download('noella@EXAMPLE.rw ')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''certificate_Noella%40example.rw.pdf",
  )
  const pdf = await read(response)
  expect(pdf).toMatchObject({
    beginning: '%PDF-',
    totalPages: 1,
    title: 'Certificate of Completion - Noëlla Mukamana',
  })
  for (const part of [
    'Noëlla Mukamana',
    'UX/UI Design',
    'Women in Tech Cohort 4',
    body.number,
    body.code,
    '6 October 2025 to 9 January 2026',
    '2 March 2026',
  ]) {
    expect(pdf.text).toContain(part)
  }
  expect(pdf.text.toLowerCase()).not.toContain('example.rw')
})

test('the latest of several certificates is downloaded', async () => {
  const common = { email: 'aline@example.rw' }
  await createCertificate(app.services, { ...common, course: 'Later', issued_on: '2026-02-20' })
  await createCertificate(app.services, { ...common, course: 'Earlier', issued_on: '2025-02-20' })
  expect((await read(await download('aline@example.rw'))).text).toContain('Later')
})

test('without a certificate the response is the same for any email', async () => {
  await createCertificate(app.services, { email: 'aline@example.rw' })
  const asked = ['nobody@example.rw', 'aline@example', '', '%', "' or 1=1; --", 'a'.repeat(5000)]
  for (const email of asked) {
    const response = await download(email)
    expect([response.status, await response.json()]).toEqual([
      404,
      { detail: 'A certificate for this email was not found. It may have been deleted.' },
    ])
  }
  expect((await app.json('/api/students/certificate/')).status).toBe(404)
})

test('a response takes as much work for an unknown email as for a known one', async () => {
  await createCertificate(app.services, { email: 'aline@example.rw' })
  // The least of ten: the first one also loads the fonts.
  const work = { 'aline@example.rw': Infinity, 'nobody@example.rw': Infinity }
  for (let count = 0; count < 10; count += 1) {
    for (const email of ['aline@example.rw', 'nobody@example.rw'] as const) {
      const ip = `192.0.2.${count}`
      const ms = await threadMsOf(async () => (await download(email, ip)).arrayBuffer())
      work[email] = Math.min(work[email], ms)
    }
  }
  expect(work['nobody@example.rw']).toBeGreaterThan(work['aline@example.rw'] / 2)
})

test('the link to a revoked certificate, which is not limited, draws nothing', async () => {
  const { body } = await create(noella)
  const signed = await linkInOutbox(app)
  const json = { reason: 'Wrong name' }
  await app.json(`/api/admin/certificates/${body.id}/revoke/`, { method: 'POST', token, json })
  const work = { link: Infinity, guess: Infinity }
  for (let count = 0; count < 8; count += 1) {
    const link = await threadMsOf(async () => expect((await app.request(signed)).status).toBe(410))
    work.link = Math.min(work.link, link)
    work.guess = Math.min(work.guess, await threadMsOf(() => download('nobody@example.rw')))
  }
  expect(work.link).toBeLessThan(work.guess / 2)
})

test('downloads by the email alone are limited by client IP, found or not', async () => {
  await createCertificate(app.services, { email: 'aline@example.rw' })
  for (let count = 0; count < 10; count += 1) await download(`guess-${count}@example.rw`)
  const refused = await download('aline@example.rw')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  expect((await download('aline@example.rw', '192.0.2.2')).status).toBe(200)
})

test('they are limited overall as well, so that many addresses guess no more', async () => {
  await createCertificate(app.services, { email: 'aline@example.rw' })
  const guess = (count: number) =>
    download(`guess-${count}@example.rw`, `198.51.100.${Math.floor(count / 8)}`)
  for (let count = 0; count < 120; count += 1) expect((await guess(count)).status).toBe(404)
  const refused = await download('aline@example.rw')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  app.advanceS(3600)
  expect((await download('aline@example.rw')).status).toBe(200)
})

test('the link of the email serves at once, whatever others have guessed', async () => {
  await create(noella)
  const signed = await linkInOutbox(app)
  for (let count = 0; count < 30; count += 1) {
    expect((await app.request(signed, { clientIp: '192.0.2.1' })).status).toBe(200)
  }
  for (let count = 0; count < 10; count += 1) await download(`guess-${count}@example.rw`)
  expect((await download(noella.email)).status).toBe(429)
  const response = await app.request(signed, { clientIp: '192.0.2.1' })
  expect((await read(response)).text).toContain('Noëlla Mukamana')
})

test('a forged signature, or that of another email, counts like none', async () => {
  await create(noella)
  await createCertificate(app.services, { email: 'aline@example.rw' })
  const signed = await linkInOutbox(app)
  const forged = [`${signed}x`, signed.replace(/email=[^&]+/, 'email=aline%40example.rw')]
  for (let count = 0; count < 10; count += 1) {
    expect((await app.request(forged[count % 2] ?? '')).status).toBe(200)
  }
  for (const path of forged) expect((await app.request(path)).status).toBe(429)
})

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { continueErasures } from '#features/personal-data/server/erase.ts'
import { removeUnclaimedFiles, storeFile } from '#platform/storage/files.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readPdf } from '#testing/certificates.ts'
import { failingDatabase } from '#testing/failing-database.ts'
import { copyApplication } from '#testing/many-applications.ts'
import type { Certificate } from '../contract.ts'
import { drawDue, startDrawing } from './draw-due.ts'
import { storePdf } from './stored-pdf.ts'

let app: TestApp
let token: string
let certificate: Certificate
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
  certificate = await createCertificate(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const download = async ({ email }: Pick<Certificate, 'email'> = certificate) => {
  const path = `/api/students/certificate/?email=${encodeURIComponent(email)}`
  const response = await app.request(path)
  expect(response.status).toBe(200)
  return response
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const send = (method: string, path: string, json: object = {}) =>
  app.json(`/api/admin/${path}`, { method, token, json })
async function keys() {
  const found: string[] = []
  for await (const key of app.services.storage.list('certificates/')) found.push(key)
  return found
}
const waiting = async () => (await app.json('/api/admin/certificates/pdfs/', { token })).body

/** What the upkeep does once no request is under way any more. */
async function cleanUp() {
  app.advanceS(2 * 60 * 60)
  await removeUnclaimedFiles(app.services)
  token = await app.signIn('ADMIN')
}

test('a certificate is drawn once, and served from storage afterwards', async () => {
  const drawn = await bytesOf(await download())
  const [key, ...others] = await keys()
  expect(others).toEqual([])
  expect((await bytesOf(await download())).equals(drawn)).toBe(true)
  expect(await keys()).toEqual([key])
  await cleanUp()
  expect(await keys()).toEqual([key])
})

test('what storage has lost is drawn again, and stored again', async () => {
  await download()
  const [lost = ''] = await keys()
  await app.services.storage.delete(lost)
  expect((await readPdf(await download())).text).toContain(certificate.number)
  expect(await keys()).toHaveLength(1)
  expect(await keys()).not.toContain(lost)
})

test('a certificate is served while storage takes nothing', async () => {
  const { storage } = app.services
  storage.store = async () => {
    throw new Error('no space left')
  }
  expect((await readPdf(await download())).text).toContain(certificate.number)
  expect(await waiting()).toEqual({ waiting: 1 })
})

test('downloads at once leave one file', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, async () => bytesOf(await download())))
  for (const one of all) expect(one.equals(all[0] as Buffer)).toBe(true)
  await cleanUp()
  expect(await keys()).toHaveLength(1)
})

test('a correction is drawn anew, and the file of before goes', async () => {
  await download()
  const before = await keys()
  await send('PATCH', `certificates/${certificate.id}/`, { full_name: 'Aline Mukamana' })
  expect((await readPdf(await download())).text).toContain('Aline Mukamana')
  await cleanUp()
  const after = await keys()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
})

test('a drawing that a correction has overtaken is not stored', async () => {
  await send('PATCH', `certificates/${certificate.id}/`, { full_name: 'Aline Mukamana' })
  await storePdf(app.services, certificate, Buffer.from('of before'))
  expect(await keys()).toEqual([])
  expect((await readPdf(await download())).text).toContain('Aline Mukamana')
})

test('the file of a revoked certificate goes', async () => {
  await download()
  await send('POST', `certificates/${certificate.id}/revoke/`, { reason: 'A mistake' })
  await cleanUp()
  expect(await keys()).toEqual([])
})

test('the file of a deleted certificate comes back with it, and goes with it for good', async () => {
  await download()
  const stored = await keys()
  const undrawn = await createCertificate(app.services, { email: 'eric@example.rw' })
  for (const { id } of [certificate, undrawn]) {
    expect((await send('DELETE', `certificates/${id}/`)).status).toBe(204)
  }
  await cleanUp()
  const { results } = (await app.json('/api/admin/trash/', { token })).body
  expect(results).toHaveLength(2)
  for (const { id } of results) await send('POST', `trash/${id}/restore/`)
  await download()
  expect(await keys()).toEqual(stored)
  await send('DELETE', `certificates/${certificate.id}/`)
  const [entry] = (await app.json('/api/admin/trash/', { token })).body.results
  expect((await send('DELETE', `trash/${entry.id}/`)).status).toBe(204)
  expect(await keys()).toEqual([])
})

test("an erased person's file goes at once", async () => {
  await download()
  const { email } = certificate
  const { status } = await send('POST', 'personal-data/erase/', { email, confirmation: email })
  expect(status).toBe(200)
  expect(await keys()).toEqual([])
})

test('what a process leaves that is killed while it draws an erased person goes when they are looked for again', async () => {
  const { email, number } = certificate
  await send('POST', 'personal-data/erase/', { email, confirmation: email })
  const content = { bytes: Buffer.from(certificate.full_name) }
  await storeFile(app.services, {
    content,
    folder: 'certificates',
    name: `certificate_${number}.pdf`,
    sha256: '',
    type: 'application/pdf',
    sizeBytes: content.bytes.length,
  })
  app.advanceS(11 * 60)
  await continueErasures(erasedKinds)(app.services)
  expect(await keys()).toEqual([])
})

test('a drawing that cannot be claimed leaves no file', async () => {
  let failures = 0
  const database = failingDatabase(app.services.database, (kind) => {
    if (kind !== 'UpdateQueryNode' || failures === 1) return false
    failures += 1
    return true
  })
  const services = { ...app.services, database }
  const drawing = storePdf(services, certificate, Buffer.from('of now'))
  await expect(drawing).rejects.toThrow('The database is away')
  expect(await keys()).toEqual([])
})

test('those of a whole cohort are drawn in the background, a thousand at once', async () => {
  const { services } = app
  const days = { start: '2025-10-06', end: '2026-01-09' }
  const cohort = await createCohort(services, days)
  const tech_stack = await createTechStack(services)
  const accepted = await createApplication(services, { cohort, tech_stack }, { status: 'ACCEPTED' })
  await copyApplication(app, accepted, 1_000)
  await sql`update applications set email = email_key where id >= 10000`.execute(services.database)
  const rows = Array.from({ length: 1_000 }, (_, count) => ({
    application_id: 10_000 + count,
    full_name: `Aline Uwase ${count}`,
    course: 'React',
  }))
  const shared = { cohort: 'Kigali 12', ...days }
  const { status, body } = await send('POST', `certificates/cohorts/${cohort}/`, {
    ...shared,
    rows,
  })
  expect([status, body.issued?.length]).toEqual([200, 1_000])
  expect(await waiting()).toEqual({ waiting: 1_001 })

  // Another process stores one of them meanwhile, and this one is stopped after its first part.
  await download()
  const stop = new AbortController()
  const hold = async () => {
    if ((await waiting()).waiting < 1_000) stop.abort()
    return true
  }
  await expect(drawDue(services, { hold, stop: stop.signal })).rejects.toThrow('not drawn')
  expect(await waiting()).toEqual({ waiting: 950 })
  expect(await keys()).toHaveLength(51)
}, 60_000)

test('what cannot be drawn does not hold up the others', async () => {
  const { services } = app
  await services.database
    .updateTable('certificates')
    .set({ start_day: 'infinity' as never })
    .where('id', '=', certificate.id)
    .execute()
  await createCertificate(services, { email: 'eric@example.rw' })
  const stop = startDrawing(services)
  await expect.poll(keys, { timeout: 20_000 }).not.toEqual([])
  await stop()
  expect(await waiting()).toEqual({ waiting: 1 })
})

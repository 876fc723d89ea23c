import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { takeSlot } from '#platform/background/machine-slots.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { hashEmail } from '#platform/security/audit-log.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { readExport } from '#testing/personal-data.ts'
import { linkRequested } from '../validation.ts'
import { linkSlot, removeOldPrivacyLinks } from './own-data.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const email = 'Ines.Umutoni@example.rw'
const path = '/api/website/personal-data/'
const ask = (json: object = { email }, clientIp = '10.7.0.1') =>
  app.json(path, { method: 'POST', json, clientIp })

const emails = () =>
  app.services.database.selectFrom('outbox').select(['recipient', 'body']).orderBy('id').execute()

/** The token of the link in the latest email. */
async function askForToken() {
  await ask()
  const { body } = (await emails()).at(-1) ?? { body: '' }
  return /my-data\/link\?token=(\S+)/.exec(body)?.[1] ?? ''
}

const look = (token: string) => app.json(`${path}?token=${token}`)
const erase = (token: string, json: object = { sure: true }) =>
  app.json(`${path}erase/`, { method: 'POST', json: { token, ...json }, clientIp: '10.7.0.2' })

const message = () => createMessage(app.services, { full_name: 'Ines Umutoni', email })

test('whoever types an email reads the same, and the mailbox gets a link', async () => {
  await message()
  const known = await ask()
  const unknown = await ask({ email: 'nobody@example.rw' })
  const bot = await ask({ email: 'bot@example.rw', website: 'https://spam.example' })
  for (const { status, body } of [known, unknown, bot]) {
    expect([status, body]).toEqual([200, { detail: linkRequested(false) }])
  }
  const withMail = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  onTestFinished(() => withMail[Symbol.asyncDispose]())
  const { body } = await withMail.json(path, { method: 'POST', json: { email } })
  expect(body).toEqual({ detail: linkRequested(true) })
  const sent = await emails()
  expect(sent.map(({ recipient }) => recipient)).toEqual([email, 'nobody@example.rw'])
  expect(decodeURIComponent(sent[0]?.body ?? '').split('my-data')[1]).not.toContain('example.rw')
  expect((await ask({ email: 'no email' })).body).toEqual({
    email: ['Please enter a valid email address'],
  })
})

test('a mailbox gets five links an hour and ten a day, and the response stays the same', async () => {
  for (let call = 0; call < 7; call += 1) {
    const { status } = await ask({ email }, `10.7.1.${call}`)
    expect(status).toBe(200)
  }
  expect(await emails()).toHaveLength(5)
  app.advanceS(60 * 60)
  await ask()
  expect(await emails()).toHaveLength(6)
  for (let hour = 0; hour < 3; hour += 1) {
    app.advanceS(60 * 60)
    for (let call = 0; call < 3; call += 1) await ask({ email }, `10.7.2.${3 * hour + call}`)
  }
  expect(await emails()).toHaveLength(10)
  app.advanceS(24 * 60 * 60)
  await ask()
  expect(await emails()).toHaveLength(11)
})

test('one address causes a hundred links a day, and the response stays the same', async () => {
  const askFor = (mailbox: number, clientIp: string) =>
    ask({ email: `mailbox${mailbox}@example.rw` }, clientIp)
  for (let mailbox = 0; mailbox < 102; mailbox += 1) {
    if (mailbox % 20 === 0) app.advanceS(10 * 60)
    expect((await askFor(mailbox, '192.0.2.1')).status).toBe(200)
  }
  expect(await emails()).toHaveLength(100)
  await askFor(102, '192.0.2.2')
  expect(await emails()).toHaveLength(101)
})

test('emails that strangers cause by other forms keep nobody from their link', async () => {
  const { database, now } = app.services
  const cause = () => consumeEmailLimits(database, { clientIp: '192.0.2.1' }, email, now())
  for (let call = 0; call < 10; call += 1) await cause()
  expect(await cause()).toBe(false)
  await ask()
  expect(await emails()).toHaveLength(1)
})

test('links for other addresses of a mailbox keep nobody from what is stored under theirs', async () => {
  await message()
  const askOften = async (local: string, ip: string) => {
    for (let call = 0; call < 6; call += 1) {
      await ask({ email: `ines.umutoni+${local}@example.rw` }, `10.7.${ip}.${call}`)
    }
  }
  await askOften('1', '3')
  await askOften('2', '4')
  expect(await emails()).toHaveLength(5)
  await ask()
  expect((await emails()).at(-1)?.recipient).toBe(email)
})

test('a mailbox gets thirty links a day, however many of its addresses have something stored', async () => {
  const addresses = Array.from({ length: 7 }, (_, index) => `ines+${index}@example.rw`)
  for (const [index, one] of addresses.entries()) {
    await createMessage(app.services, { full_name: 'Ines Umutoni', email: one })
    for (let call = 0; call < 5; call += 1) await ask({ email: one }, `10.7.${index}.${call}`)
  }
  expect(await emails()).toHaveLength(30)
})

test('the link shows what is stored and downloads it', async () => {
  await message()
  const token = await askForToken()
  const { status, body } = await look(token)
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, reasons: [], is_used: false })
  expect(body.stored).toContainEqual({ title: 'Messages', count: 1 })
  const file = await app.request(`${path}download/?token=${token}`)
  expect(file.headers.get('content-type')).toBe('application/zip')
  expect(file.headers.get('content-disposition')).toContain('attachment')
})

test('who downloads by a link leaves a line in the audit log, without a name or an address', async () => {
  await message()
  const token = await askForToken()
  const lines = () => app.services.database.selectFrom('audit_log').selectAll().execute()
  await app.request(`${path}download/?token=${token.slice(0, -1)}`)
  expect(await lines()).toEqual([])
  const download = () => app.request(`${path}download/?token=${token}`, { clientIp: '10.7.0.3' })
  await download()
  expect(await lines()).toMatchObject([
    {
      action: 'exported',
      actor_id: null,
      actor_name: '',
      target: 'personal data',
      target_id: hashEmail(app.services, email),
      client_ip: '10.7.0.3',
    },
  ])
  const { data: told } = await readExport(await download())
  expect(told).toContain('exported')
  // Nobody of the company has done it.
  expect(told).not.toContain('"staff"')
})

test('a link that is forged, too old or cut short opens nothing', async () => {
  await message()
  const token = await askForToken()
  const forged = token.replace(/^\d+/, (id) => String(Number(id) + 1))
  for (const wrong of [forged, token.slice(0, -1), 'x', '']) {
    expect((await look(wrong)).status).toBe(400)
    expect((await erase(wrong)).status).toBe(400)
    expect((await app.request(`${path}download/?token=${wrong}`)).status).toBe(400)
  }
  app.advanceS(61 * 60)
  expect((await look(token)).status).toBe(410)
  expect((await erase(token)).status).toBe(410)
  app.advanceS(24 * 3600)
  await removeOldPrivacyLinks(app.services)
  const links = app.services.database.selectFrom('privacy_links').select('id')
  expect(await links.execute()).toEqual([])
})

test('the link erases at once, and once', async () => {
  await message()
  const token = await askForToken()
  const unsure = await erase(token, {})
  expect([unsure.status, unsure.body]).toEqual([400, { sure: ['Please tick the box first'] }])
  const outcomes = await Promise.all([erase(token), erase(token)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 410])
  expect(outcomes.find(({ status }) => status === 200)?.body).toEqual({ outcome: 'ERASED' })
  const messages = app.services.database.selectFrom('contact_messages').select('id')
  expect(await messages.execute()).toEqual([])
  expect((await look(token)).status).toBe(410)
  expect((await emails()).map(({ recipient }) => recipient)).not.toContain(email)
})

test('erasures by links run one at a time, and one that finds too many waiting can be asked for again', async () => {
  await message()
  const token = await askForToken()
  const { name, max, waitingMax } = linkSlot
  const running = await takeSlot(name, max)
  const waiting = Array.from({ length: waitingMax }, () => takeSlot(name, max, waitingMax))
  const busy = await erase(token)
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await look(token)).body).toMatchObject({ is_used: false })
  running?.release()
  for (const slot of waiting) (await slot)?.release()
  expect((await erase(token)).body).toEqual({ outcome: 'ERASED' })
})

test('a link is good until the erasure is noted', async () => {
  const { database } = app.services
  await message()
  const token = await askForToken()
  await database.schema.alterTable('erasures').renameTo('elsewhere').execute()
  expect((await erase(token)).status).toBe(500)
  await database.schema.alterTable('elsewhere').renameTo('erasures').execute()
  expect((await look(token)).body).toMatchObject({ is_used: false })
  expect((await erase(token)).body).toEqual({ outcome: 'ERASED' })
})

test('what staff must decide becomes a request, which they decline with a reason or fulfil', async () => {
  const parents = await createCohortAndStack(app)
  await createApplication(app.services, parents, { email })
  const token = await askForToken()
  expect((await look(token)).body).toMatchObject({ reasons: ['APPLICATION'] })
  expect((await erase(token)).body).toEqual({ outcome: 'REQUESTED' })
  expect((await look(token)).body).toMatchObject({ is_used: true })
  const admin = await app.signIn('ADMIN')
  const requests = () => app.json('/api/admin/personal-data/requests/', { token: admin })
  const { body } = await requests()
  expect(body.results).toMatchObject([{ email, reasons: ['APPLICATION'] }])
  const decline = (json: object, as = admin) =>
    app.json(`/api/admin/personal-data/requests/${body.results[0].id}/decline/`, {
      method: 'POST',
      token: as,
      json,
    })
  expect((await decline({ reason: '' })).status).toBe(400)
  expect((await decline({ reason: 'No' }, await app.signIn('EDITOR'))).status).toBe(403)
  expect((await decline({ reason: 'You start on Monday.' })).status).toBe(200)
  expect((await emails()).at(-1)).toMatchObject({
    recipient: email,
    body: expect.stringContaining('You start on Monday.'),
  })
  expect((await requests()).body.results).toEqual([])
  expect((await decline({ reason: 'Again' })).status).toBe(404)

  await erase(await askForToken())
  await app.json('/api/admin/personal-data/erase/', {
    method: 'POST',
    token: admin,
    json: { email, confirmation: email },
  })
  expect((await requests()).body.results).toEqual([])
})

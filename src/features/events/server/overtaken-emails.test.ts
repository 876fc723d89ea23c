import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openMailer } from '#platform/mail/mailer.ts'
import { retryEmail } from '#platform/mail/outbox.ts'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  token = await app.signIn('EDITOR', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const summit = {
  title: 'Women in Tech Summit',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
}
const aline = { full_name: 'Aline Uwase', email: 'aline@example.rw' }
const change = (id: number, json: object, as = token) =>
  app.json(`/api/admin/events/${id}/`, { method: 'PATCH', token: as, json })
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

test('an email about an older change is not tried again once a newer one is written', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const id = await createEvent(app.services, summit)
  await app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json: aline })
  const away = openMailer('smtp://127.0.0.1:1')
  const subjects = async () =>
    (await outbox()).map(({ subject, withheld, sent_at }) => [subject, withheld, sent_at !== null])
  await change(id, { location: 'Huye', seen_recipients: 1 })
  await expect(sendDueEmails(app.services, away)).rejects.toThrow('ECONNREFUSED')
  const json = { seen_recipients: 1 }
  await app.json(`/api/admin/events/${id}/cancel/`, { method: 'POST', token, json })
  app.advanceS(60)
  await sendDueEmails(app.services, mail.mailer)
  expect(mail.received).toHaveLength(1)
  expect(await subjects()).toEqual([
    ['You are registered: Women in Tech Summit', 'OUTDATED', false],
    ['Changed: Women in Tech Summit', 'OUTDATED', false],
    ['Cancelled: Women in Tech Summit', '', true],
  ])
  for (const { id: email } of await outbox())
    expect(await retryEmail(app.services, email)).toBe(false)
})

test('an older email to another spelling of the same address is not sent either', async () => {
  const id = await createEvent(app.services, summit)
  for (const email of ['Elise@Kivu.rw', 'E\u0301LISE@kivu.rw', '\u00e9lise@KIVU.rw']) {
    const json = { ...aline, email }
    await app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json })
  }
  await change(id, { location: 'Huye', seen_recipients: 2 })
  const subjects = (await outbox()).map(({ recipient, subject, withheld }) => [
    recipient.normalize().toLowerCase(),
    subject.split(':')[0],
    withheld,
  ])
  expect(subjects).toEqual([
    ['elise@kivu.rw', 'You are registered', 'OUTDATED'],
    ['\u00e9lise@kivu.rw', 'You are registered', 'OUTDATED'],
    ['\u00e9lise@kivu.rw', 'You are registered', 'OUTDATED'],
    ['elise@kivu.rw', 'Changed', ''],
    ['\u00e9lise@kivu.rw', 'Changed', ''],
  ])
})

test('an email that is under way while a newer one is written is not tried again', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [aline])
  await change(id, { location: 'Huye', seen_recipients: 1 })
  const send = async () => {
    await change(id, { location: 'Musanze', seen_recipients: 1 })
    stop.abort()
    throw new Error('Timeout')
  }
  const stop = new AbortController()
  await sendDueEmails(app.services, { send }, stop.signal)
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  app.advanceS(24 * 60 * 60)
  await sendDueEmails(app.services, mail.mailer)
  expect(mail.received.map(({ text }) => /Place: (.*)/.exec(text)?.[1])).toEqual(['Musanze'])
})

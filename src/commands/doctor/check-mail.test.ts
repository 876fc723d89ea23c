import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { dkimRecord } from '#platform/mail/dkim.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { fine, lookAt, wrong } from '#testing/examining.ts'
import { startImapServer } from '#testing/imap-server.ts'
import { startMailServer } from '#testing/mail-server.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('a mail server that is away or refuses the password is told of without the password', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  mail.behaviour.refusesLogin = true
  const smtpUrl = mail.url.replace(':password@', ':hush-hush@')
  const refused = await lookAt(app, 'mail', { smtpUrl })
  expect(refused).toMatchObject(wrong('the password of SMTP_URL'))
  const away = await lookAt(app, 'mail', { smtpUrl: 'smtp://huza:hush-hush@127.0.0.1:1' })
  expect(away).toMatchObject(wrong('ECONNREFUSED'))
  expect(JSON.stringify([refused, away])).not.toContain('hush-hush')
  expect(await lookAt(app, 'mail')).toMatchObject(fine('SMTP_URL is not set'))
})

test('a password that goes to another machine without TLS is told of', async () => {
  const [plain, encrypted] = [await startMailServer(), await startMailServer({ startsTls: true })]
  onTestFinished(async () => void (await Promise.all([plain.stop(), encrypted.stop()])))
  // The same machine, under an address that could be another one's.
  const told = (url: string) =>
    lookAt(app, 'mail', { smtpUrl: url.replace('127.0.0.1', '0.0.0.0') })
  expect(await told(plain.url)).toMatchObject(wrong('without TLS, so it can be read'))
  const anonymous = plain.url.replace('huza:password@', '')
  expect(await told(anonymous)).toMatchObject(fine('answers, without TLS'))
  const ownCertificate = `${encrypted.url}?tls.rejectUnauthorized=false`
  expect(await told(ownCertificate)).toMatchObject(fine('lets us in'))
  expect(await told(`${ownCertificate}&ignoreTLS=true`)).toMatchObject(wrong('without TLS'))
})

test('a mailbox that is away, refuses the password or lacks a folder is told of without the password', async () => {
  const imap = await startImapServer()
  onTestFinished(imap.stop)
  const told = (imapUrl: string) => lookAt(app, 'mailbox', { imapUrl })
  expect(await told(`${imap.url}?move=Done`)).toMatchObject(fine('INBOX and Done'))
  expect(await told(`${imap.url}?move=Gone`)).toMatchObject(wrong('no folder Gone, but'))
  const refused = await told(imap.url.replace(':reader@', ':hush-hush@'))
  expect(refused).toMatchObject(wrong('the password of IMAP_URL'))
  const away = await told('imap://a:hush-hush@127.0.0.1:1')
  expect(away).toMatchObject(wrong('ECONNREFUSED'))
  expect(JSON.stringify([refused, away])).not.toContain('hush-hush')
  expect(await lookAt(app, 'mailbox')).toMatchObject(fine('IMAP_URL is not set'))
})

test('a signature that receivers cannot check is told of with the record that is missing', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const config = { smtpUrl: mail.url, dkim: { name: 'huza1', privateKey } }
  const { email } = (await app.services.readSettings()).contact
  const { host, value } = dkimRecord(config.dkim, email)
  const told = (resolveTxt: () => Promise<string[][]>) =>
    lookAt(app, 'mail', config, { resolveTxt })
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }))
  const missing = wrong(`publish the TXT record ${host} with ${value}`)
  expect(await told(failing('ENOTFOUND'))).toMatchObject(missing)
  expect(await told(failing('ETIMEOUT'))).toMatchObject(wrong('ETIMEOUT'))
  expect(await told(async () => [['v=DKIM1; p=MIIB']])).toMatchObject(wrong('another key'))
  // Long records come in parts of 255 characters.
  const parts = value.match(/.{1,255}/g) ?? []
  expect(await told(async () => [parts])).toMatchObject(fine(`signed for ${email}`))
})

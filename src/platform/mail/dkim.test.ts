import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { dkimRecord, readDkimKey } from './dkim.ts'
import { openMailer } from './mailer.ts'

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey

const relaxed = (line: string) => {
  const [name = '', ...value] = line.replace(/\r\n/g, '').split(':')
  return `${name.toLowerCase()}:${value
    .join(':')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** Whether the signature of an email holds by a published record, as RFC 6376 has it (relaxed/relaxed). */
function holds(email: string, record: string) {
  const at = email.indexOf('\r\n\r\n')
  const headers = email.slice(0, at).split(/\r\n(?![ \t])/)
  const signature = headers.find((line) => line.startsWith('DKIM-Signature:')) ?? ''
  const tag = (name: string) =>
    new RegExp(`[;\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  const body = email
    .slice(at + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  const signed = tag('h')
    .split(':')
    .map((name) => headers.findLast((line) => line.toLowerCase().startsWith(`${name}:`)) ?? '')
  const unsigned = signature.replace(/([;\s]b=)[^;]*$/, '$1')
  const text = [...signed, unsigned].map(relaxed).join('\r\n')
  const key = createPublicKey({
    key: Buffer.from(/p=(.*)$/.exec(record)?.[1] ?? '', 'base64'),
    ...({ format: 'der', type: 'spki' } as const),
  })
  return {
    domain: tag('d'),
    selector: tag('s'),
    headers: tag('h').split(':'),
    isWhole: createHash('sha256').update(body, 'latin1').digest('base64') === tag('bh'),
    isTrue: verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(tag('b'), 'base64')),
  }
}

test('an email is signed for the domain of its sender, with what unsubscribes by one click', async () => {
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const key = { name: 'huza1', privateKey: rsa(2048) }
  const sender = 'hello@Huza.example'
  const mailer = openMailer(mail.url, key)
  onTestFinished(mailer.close)
  await mailer.send({
    messageId: '<7@huza.example>',
    sender,
    recipient: 'aline@example.com',
    subject: 'Écris – İbrahim',
    parts: ['Muraho'],
    unsubscribe_link: 'https://huza.example/unsubscribe?token=a',
  })
  const { host, value } = dkimRecord(key, sender)
  expect(host).toBe('huza1._domainkey.huza.example')
  const text = mail.received[0]?.text ?? ''
  const found = holds(text, value)
  expect(found).toMatchObject({
    domain: 'huza.example',
    selector: 'huza1',
    isWhole: true,
    isTrue: true,
    headers: expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']),
  })
  const other = text.replace('One-Click', 'Two-Click')
  expect(holds(other, value).isTrue).toBe(false)
})

test('a key that few receivers could check is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huza-dkim-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'key.pem')
  const write = (key: ReturnType<typeof rsa>) =>
    writeFile(path, key.export({ type: 'pkcs8', format: 'pem' }))
  await write(rsa(1024))
  expect(() => readDkimKey(path)).toThrow('2048 bits')
  await write(generateKeyPairSync('ed25519').privateKey)
  expect(() => readDkimKey(path)).toThrow('2048 bits')
  await write(rsa(2048))
  expect(readDkimKey(path).asymmetricKeyType).toBe('rsa')
})

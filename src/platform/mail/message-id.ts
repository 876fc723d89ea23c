import { createHmac, timingSafeEqual } from 'node:crypto'
import { company } from '#shared/company.ts'
import type { Signer } from '../security/signed-id.ts'
import { keyFor } from '../security/signing.ts'

/** In hexadecimal: some mail servers write addresses in small letters. */
const signatureLength = 20
const signed = String.raw`([1-9]\d{0,9})\.([\da-f]{${signatureLength}})`

const sign = ({ secret }: Signer, purpose: string, id: number | string) =>
  createHmac('sha256', keyFor(purpose, secret))
    .update(String(id))
    .digest('hex')
    .slice(0, signatureLength)

/** Where mail servers note whom they have delivered an email to. */
export const recipientHeaders = [
  'to',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
]

/**
 * The Message-ID of an email of the outbox. Whoever names it has had the email, or an answer to it or one that was
 * forwarded: mail programs repeat it there.
 */
export const messageIdOf = (signer: Signer, id: number) =>
  `<outbox-${id}.${sign(signer, 'Message-ID', id)}@${company.domain}>`

/**
 * The address that reports about an email are sent to: the tag of a mailbox names the email (VERP). Only the mail
 * servers on its way and its recipient know it, as no answer repeats it.
 */
export function returnPathOf(signer: Signer, mailbox: string, id: number) {
  const at = mailbox.lastIndexOf('@')
  const tag = `${id}.${sign(signer, 'return path', id)}`
  return `${mailbox.slice(0, at)}+${tag}${mailbox.slice(at)}`
}

/** The ids of the emails whose Message-IDs a text has, in its order. */
export const readMessageIds = (signer: Signer, text: string) => [
  ...findSigned(signer, 'Message-ID', text, new RegExp(`outbox-${signed}@`, 'gi')),
]

/** The id of the first email whose Message-ID a text has, or null. */
export function readMessageId(signer: Signer, text: string) {
  const [id = null] = readMessageIds(signer, text)
  return id
}

/** The id of the email whose return path a text has, or null. */
export function readReturnPath(signer: Signer, text: string) {
  const pattern = new RegExp(String.raw`\+${signed}@`, 'gi')
  const [id = null] = findSigned(signer, 'return path', text, pattern)
  return id
}

/** More than a long thread has. Each costs a signature, and a stranger may write thousands. */
const readMax = 200

/** The ids that were signed here. */
function* findSigned(signer: Signer, purpose: string, text: string, pattern: RegExp) {
  for (const [, id = '', given = ''] of [...text.matchAll(pattern)].slice(0, readMax)) {
    const expected = Buffer.from(sign(signer, purpose, id))
    if (timingSafeEqual(Buffer.from(given.toLowerCase()), expected)) yield Number(id)
  }
}

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

/** The id of the email whose Message-ID a text has, or null. */
export const readMessageId = (signer: Signer, text: string) =>
  findSigned(signer, 'Message-ID', text, new RegExp(`outbox-${signed}@`, 'gi'))

/** The id of the email whose return path a text has, or null. */
export const readReturnPath = (signer: Signer, text: string) =>
  findSigned(signer, 'return path', text, new RegExp(String.raw`\+${signed}@`, 'gi'))

/** More than a long thread has. Each costs a signature, and a stranger may write thousands. */
const readMax = 200

/** The first id that was signed here. */
function findSigned(signer: Signer, purpose: string, text: string, pattern: RegExp) {
  for (const [, id = '', given = ''] of [...text.matchAll(pattern)].slice(0, readMax)) {
    const expected = Buffer.from(sign(signer, purpose, id))
    if (timingSafeEqual(Buffer.from(given.toLowerCase()), expected)) return Number(id)
  }
  return null
}

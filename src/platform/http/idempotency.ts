import { createHash } from 'node:crypto'
import { type Database, untilSynced } from '#database/open.ts'
import { signatureOf } from '../security/signing.ts'
import type { RequestContext } from './context.ts'
import { badRequest, conflict } from './errors.ts'

/** What an Idempotency-Key consists of. */
export const keyPattern = /^[\x21-\x7e]{8,200}$/

/** The Idempotency-Key of a request, or null. @throws 400 for an invalid one */
export function idempotencyKey(headers: Headers) {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (!keyPattern.test(key)) {
    throw badRequest('The Idempotency-Key must have 8 to 200 visible characters.')
  }
  return key
}

/**
 * Identifies a form by all its fields, in any order, and its file's name and bytes: equal forms have equal
 * fingerprints.
 */
export function fingerprintOf(
  fields: Readonly<Record<string, unknown>>,
  file: { name: string; sha256: string },
) {
  const ordered = sortedEntries(fields)
  return createHash('sha256')
    .update(JSON.stringify([ordered, file.name, file.sha256]))
    .digest('hex')
}

const sortedEntries = (fields: object) =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

/** For `JSON.stringify`: objects of the same fields give the same text, in any order. */
const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(sortedEntries(value))
    : value

/** What a call that is sent again has in common with the first one. */
export type KeyedCall = { key: string; fingerprint: string }

/**
 * The Idempotency-Key of a call, with a fingerprint of its procedure and input that is meaningless to anybody who has the
 * database without the secret; null without a key. The order of an object's fields makes no other input.
 * @throws 400 for an invalid key
 */
export function keyedCall({ headers, call, secret }: RequestContext): KeyedCall | null {
  const key = idempotencyKey(headers)
  if (key === null) return null
  const said = JSON.stringify([call?.procedure, call?.input], inOrder)
  return { key, fingerprint: signatureOf(said, 'calls sent again', secret) }
}

/**
 * Comes before the response to a request that is sent again: what it tells of is synced then.
 * @param stored the fingerprint of the first request of that key; null where none was stored
 * @param fingerprints those that the first one may have if it is the same
 * @throws 409 when the key was used for another request
 */
export async function requireSameRequest(
  database: Database,
  stored: string | null,
  fingerprints: readonly string[],
  noun: 'application' | 'registration' | 'request',
) {
  if (stored !== null && !fingerprints.includes(stored)) {
    throw conflict(`This Idempotency-Key was used for another ${noun}. Please send a new one.`)
  }
  await untilSynced(database)
}

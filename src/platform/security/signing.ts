import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const keys = new Map<string, Uint8Array<ArrayBuffer>>()
/** Purposes are few, but for those that name an address. */
const keysMax = 100

/** Derives a key of 32 bytes per purpose, so that a token for one purpose is worthless for another. */
export function keyFor(purpose: string, secret: string) {
  const name = `${purpose} ${secret}`
  const known = keys.get(name)
  if (known) return known
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  if (keys.size < keysMax) keys.set(name, key)
  return key
}

/** The HMAC of a text for one purpose, in base64url. */
export const signatureOf = (text: string, purpose: string, secret: string) =>
  createHmac('sha256', keyFor(purpose, secret)).update(text).digest('base64url')

/** Compares in constant time. */
export function isSignatureOf(given: string, text: string, purpose: string, secret: string) {
  const actual = Buffer.from(given)
  const expected = Buffer.from(signatureOf(text, purpose, secret))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const keys = new Map<string, Uint8Array<ArrayBuffer>>()

/** A key of 32 bytes for one purpose, so that what is made for one is worth nothing for another. */
export function keyFor(purpose: string, secret: string) {
  const name = `${purpose} ${secret}`
  const key = keys.get(name) ?? new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  keys.set(name, key)
  return key
}

/** What nobody can write under a text who doesn't know the secret, in letters that stand in addresses. */
export const signatureOf = (text: string, purpose: string, secret: string) =>
  createHmac('sha256', keyFor(purpose, secret)).update(text).digest('base64url')

/** Takes as long for a signature that is nearly right as for any other. */
export function isSignatureOf(given: string, text: string, purpose: string, secret: string) {
  const actual = Buffer.from(given)
  const expected = Buffer.from(signatureOf(text, purpose, secret))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

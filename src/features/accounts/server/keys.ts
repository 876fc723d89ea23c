import { hkdfSync } from 'node:crypto'

type Purpose = 'access tokens' | 'second factor' | 'recovery codes'

/** A key of 32 bytes for one purpose, so that what is made for one is worth nothing for another. */
export const keyFor = (purpose: Purpose, secret: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

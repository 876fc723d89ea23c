import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Services } from './context.ts'

/** Nobody reads a form and fills it in faster. */
const ageMinMs = 3_000
/** A page may stay open for a day; what is older may have been collected. */
const ageMaxMs = 24 * 60 * 60 * 1000

type Signing = Pick<Services, 'secret' | 'now'>

/** A signed token that tells when a form was opened; it holds nothing of who opened it. */
export function issueFormToken({ secret, now }: Signing) {
  const issuedAt = now().getTime().toString(36)
  return `${issuedAt}.${signature(issuedAt, secret)}`
}

/**
 * What a form's token tells: `hasty` when the form came back faster than anybody types, `none` when there is no
 * token, it is forged, or it is older than a day.
 */
export function readFormToken(
  token: string | undefined,
  { secret, now }: Signing,
): 'good' | 'hasty' | 'none' {
  const [issuedAt = '', given = ''] = (token ?? '').split('.')
  const expected = Buffer.from(signature(issuedAt, secret))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'none'
  const ageMs = now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs > ageMaxMs) return 'none'
  return ageMs < ageMinMs ? 'hasty' : 'good'
}

function signature(issuedAt: string, secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'form tokens', 32))
  return createHmac('sha256', key).update(issuedAt).digest('base64url')
}

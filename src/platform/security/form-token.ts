import type { Services } from '../http/context.ts'
import { isSignatureOf, signatureOf } from './signing.ts'

const purpose = 'form tokens'

/** Nobody reads a form and fills it in faster. */
const ageMinMs = 3_000
/** A page may stay open for a day; what is older may have been collected. */
const ageMaxMs = 24 * 60 * 60 * 1000

type Signing = Pick<Services, 'secret' | 'now'>

/** A signed token that tells when a form was opened; it holds nothing of who opened it. */
export function issueFormToken({ secret, now }: Signing) {
  const issuedAt = now().getTime().toString(36)
  return `${issuedAt}.${signatureOf(issuedAt, purpose, secret)}`
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
  if (!isSignatureOf(given, issuedAt, purpose, secret)) return 'none'
  const ageMs = now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs > ageMaxMs) return 'none'
  return ageMs < ageMinMs ? 'hasty' : 'good'
}

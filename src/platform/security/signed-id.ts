import type { SiteConfig } from '../mail/site-url.ts'
import { isSignatureOf, signatureOf } from './signing.ts'

/** What signs tokens. */
export type Signer = { secret: string }

/** What writes links with signed tokens. */
export type LinkSigner = Signer & { config: SiteConfig }

/** A row's id with a signature, for links in emails. It never expires. */
export const signId = ({ secret }: Signer, purpose: string, id: number) =>
  `${id}.${signatureOf(String(id), purpose, secret)}`

/** The id in a token, or null unless it was signed for that purpose. */
export function readSignedId({ secret }: Signer, purpose: string, token: string) {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  return isSignatureOf(signature, id, purpose, secret) ? Number(id) : null
}

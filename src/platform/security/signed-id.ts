import { isSignatureOf, signatureOf } from './signing.ts'

type Signer = { secret: string }

/** A row's id with a signature, for links in emails. It never expires. */
export const signId = ({ secret }: Signer, purpose: string, id: number) =>
  `${id}.${signatureOf(String(id), purpose, secret)}`

/** The id in a token, or null unless it was signed for that purpose. */
export function readSignedId({ secret }: Signer, purpose: string, token: string) {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  return isSignatureOf(signature, id, purpose, secret) ? Number(id) : null
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

type Signer = { secret: string }

const signatureOf = ({ secret }: Signer, purpose: string, id: string) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(id).digest()
}

/** A row's id that only this site can have given out, for the link in a letter. It never expires. */
export const signId = (signer: Signer, purpose: string, id: number) =>
  `${id}.${signatureOf(signer, purpose, String(id)).toString('base64url')}`

/** The id of a token, or null unless it was signed here for that purpose. */
export function readSignedId(signer: Signer, purpose: string, token: string) {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(signer, purpose, id)
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null
}

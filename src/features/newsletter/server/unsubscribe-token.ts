import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

type Signer = { secret: string }

const signatureOf = ({ secret }: Signer, id: string) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'newsletter', 32))
  return createHmac('sha256', key).update(id).digest()
}

/** What the link in a letter carries: it ends that one subscription, and does nothing else. It never expires. */
export const unsubscribeToken = (signer: Signer, subscriberId: number) =>
  `${subscriberId}.${signatureOf(signer, String(subscriberId)).toString('base64url')}`

/** The subscriber that a token names, or null unless it was signed here. */
export function readUnsubscribeToken(signer: Signer, token: string) {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(signer, id)
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null
}

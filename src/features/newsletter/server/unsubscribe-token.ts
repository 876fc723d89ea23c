import type { Signer } from '#platform/security/signed-id.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { isSignatureOf, signatureOf } from '#platform/security/signing.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'

type Subscription = { id: number; email: string }

const purpose = 'newsletter of an address'

/** Stands for an address, and tells it to nobody. */
const markOf = ({ secret }: Signer, email: string) =>
  signatureOf(emailKeyOf(email), 'newsletter address', secret)

/**
 * The token of the unsubscribe link. It never expires, and is for this address only: what was sent to a mistyped one
 * must not end, or take up again, the subscription of the one that staff have corrected it to.
 */
export function unsubscribeToken(signer: Signer, { id, email }: Subscription) {
  const named = `${id}.${markOf(signer, email)}`
  return `${named}.${signatureOf(named, purpose, signer.secret)}`
}

/**
 * Reads a token.
 * @returns the subscriber's id, and whether the link was sent to an address; null unless it was signed here. An old
 * token names no address: it ends a subscription, and brings nobody back
 */
export function readUnsubscribeToken(signer: Signer, token: string) {
  const [id = '', mark = '', signature, ...more] = token.split('.')
  if (signature === undefined) {
    const old = readSignedId(signer, 'newsletter', token)
    return old === null ? null : { id: old, isOld: true, isSentTo: () => true }
  }
  if (!/^[1-9]\d{0,9}$/.test(id) || more.length > 0) return null
  if (!isSignatureOf(signature, `${id}.${mark}`, purpose, signer.secret)) return null
  const isSentTo = (email: string) => mark === markOf(signer, email)
  return { id: Number(id), isOld: false, isSentTo }
}

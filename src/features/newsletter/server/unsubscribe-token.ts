import type { Signer } from '#platform/security/signed-id.ts'
import { readSignedId, signId } from '#platform/security/signed-id.ts'

/** The token of the unsubscribe link, for this subscription only. It never expires. */
export const unsubscribeToken = (signer: Signer, subscriberId: number) =>
  signId(signer, 'newsletter', subscriberId)

/** The subscriber's id in a token, or null unless it was signed here. */
export const readUnsubscribeToken = (signer: Signer, token: string) =>
  readSignedId(signer, 'newsletter', token)

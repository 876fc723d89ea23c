import { readSignedId, signId } from '#platform/security/signed-id.ts'

type Signer = { secret: string }

/** What the link in an email carries: it is about that one subscription, and nothing else. It never expires. */
export const unsubscribeToken = (signer: Signer, subscriberId: number) =>
  signId(signer, 'newsletter', subscriberId)

/** The subscriber that a token names, or null unless it was signed here. */
export const readUnsubscribeToken = (signer: Signer, token: string) =>
  readSignedId(signer, 'newsletter', token)

import type { Signer } from '#platform/security/signed-id.ts'
import { readSignedId, signId } from '#platform/security/signed-id.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'

type Asked = { id: number; email: string }

/** The link sent to one address must not confirm another that staff have corrected it to. */
const purposeOf = (email: string) => `newsletter-confirm ${emailKeyOf(email)}`

/** The token of the link that confirms this subscription of this email. */
export const confirmToken = (signer: Signer, { id, email }: Asked) =>
  signId(signer, purposeOf(email), id)

/** The subscriber's id in a token, before its signature is checked; null unless the token is whole. */
export const idOfToken = (token: string) => {
  const [, id] = /^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number(id)
}

/** Whether the token was signed here for this subscriber and email. */
export const isConfirmToken = (signer: Signer, { id, email }: Asked, token: string) =>
  readSignedId(signer, purposeOf(email), token) === id

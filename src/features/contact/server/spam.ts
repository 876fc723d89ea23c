import type { CallContext } from '#platform/context.ts'
import { readFormToken } from '#platform/form-token.ts'
import { limitAddress } from '#platform/limits.ts'
import type { ContactInput } from '../contract.ts'

/** What one address may send in ten minutes without a form's token. */
const withoutToken = { calls: 10, seconds: 600 }
/** From so many links on a message looks like spam. */
const linksMax = { good: 3, hasty: 1, none: 2 }

/**
 * Whether a message looks like spam: the trap was filled in, or it has many links, or some and came faster than
 * anybody types. It is stored all the same, so that nobody's words are lost to a mistaken rule.
 * @throws 429
 */
export async function looksLikeSpam(context: CallContext, input: ContactInput) {
  const token = readFormToken(input.form_token, context)
  if (token === 'none') await limitAddress(context, 'contact-without-token', withoutToken)
  const links = `${input.subject} ${input.message}`.match(/https?:\/\/|www\./gi) ?? []
  return Boolean(input.website?.trim()) || links.length >= linksMax[token]
}

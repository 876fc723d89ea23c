import type { RequestContext } from '#platform/http/context.ts'
import { checkForm } from '#platform/security/spam-check.ts'
import type { ContactInput } from '../contract.ts'

/** What one address may send in ten minutes without a form's token. */
const callsWithoutToken = 10
/** From so many links on a message looks like spam. */
const linksMax = { valid: 3, 'too-fast': 1, missing: 2 }

/**
 * Whether a message looks like spam: the honeypot was filled in, or it has many links, or some and came faster than
 * anybody types. It is stored all the same, so that nobody's words are lost to a mistaken rule.
 * @throws 429
 */
export async function looksLikeSpam(context: RequestContext, input: ContactInput) {
  const { token, isHoneypotFilled } = await checkForm(context, 'contact', input, callsWithoutToken)
  const links = `${input.subject} ${input.message}`.match(/https?:\/\/|www\./gi) ?? []
  return isHoneypotFilled || links.length >= linksMax[token]
}

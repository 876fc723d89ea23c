import type { RequestContext } from '#platform/http/context.ts'
import { checkForm } from '#platform/security/spam-check.ts'
import type { ContactInput } from '../contract.ts'

/** Messages per client in ten minutes without a form token. */
const callsWithoutToken = 10
/** A message with so many links or more looks like spam. */
const linksMax = { valid: 3, 'too-fast': 1, missing: 2 }

/**
 * Whether a message looks like spam: a filled honeypot, or too many links, of which fewer are allowed if the form was
 * sent too fast or without a token. Store it all the same, so that a false positive loses nothing.
 * @throws 429
 */
export async function looksLikeSpam(context: RequestContext, input: ContactInput) {
  const { token, isHoneypotFilled } = await checkForm(context, 'contact', input, callsWithoutToken)
  const links = `${input.subject} ${input.message}`.match(/https?:\/\/|www\./gi) ?? []
  return isHoneypotFilled || links.length >= linksMax[token]
}

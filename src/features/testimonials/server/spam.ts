import type { CallContext } from '#platform/context.ts'
import { readFormToken } from '#platform/form-token.ts'
import { limitAddress } from '#platform/limits.ts'

/** What one address may send in ten minutes without a form's token. */
const withoutToken = { calls: 5, seconds: 600 }

/**
 * Whether a program has written: the trap was filled in, or the form came back faster than anybody types. It is
 * stored all the same, out of the way of those that wait, so that nobody's words are lost to a mistaken rule.
 * @throws 429
 */
export async function looksLikeSpam(
  context: CallContext,
  input: { website?: string | undefined; form_token?: string | undefined },
) {
  const token = readFormToken(input.form_token, context)
  if (token === 'none') await limitAddress(context, 'testimonial-without-token', withoutToken)
  return token === 'hasty' || Boolean(input.website?.trim())
}

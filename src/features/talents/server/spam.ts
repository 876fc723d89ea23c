import type { CallContext } from '#platform/context.ts'
import { readFormToken } from '#platform/form-token.ts'
import { limitAddress } from '#platform/limits.ts'
import type { TalentInput } from '../contract.ts'

/** What one address may register in ten minutes without a form's token. */
const withoutToken = { calls: 10, seconds: 600 }

/**
 * Whether a program has registered: the trap was filled in, or so long a form came back faster than anybody types.
 * It is stored all the same, so that nobody is lost to a mistaken rule.
 * @throws 429
 */
export async function looksLikeSpam(context: CallContext, input: TalentInput) {
  const token = readFormToken(input.form_token, context)
  if (token === 'none') await limitAddress(context, 'talent-without-token', withoutToken)
  return token === 'hasty' || Boolean(input.website?.trim())
}

import type { RequestContext } from '../http/context.ts'
import { limitClient } from '../http/limits.ts'
import { readFormToken } from './form-token.ts'

/** What a public form brings besides its own fields: `formFields`. */
type Form = { website?: string | undefined; form_token?: string | undefined }

/**
 * What a form tells of who sent it: how good its token is, and whether the trap was filled in, which people don't see.
 * @param name what is sent, such as 'comment'
 * @param callsWithoutToken how many of them one address may send in ten minutes without a token
 * @throws 429
 */
export async function checkForm(
  context: RequestContext,
  name: string,
  form: Form,
  callsWithoutToken: number,
) {
  const token = readFormToken(form.form_token, context)
  if (token === 'none') {
    await limitClient(context, `${name}-without-token`, { calls: callsWithoutToken, seconds: 600 })
  }
  return { token, isTrapped: Boolean(form.website?.trim()) }
}

/**
 * Whether a program has filled in the form: the trap too, or all of it faster than anybody types. It is to be stored
 * all the same, so that nobody's words are lost to a mistaken rule. Takes what `checkForm` takes.
 * @throws 429
 */
export async function isFromBot(...form: Parameters<typeof checkForm>) {
  const { token, isTrapped } = await checkForm(...form)
  return isTrapped || token === 'hasty'
}

import type { RequestContext, Services } from '../http/context.ts'
import { limitClient } from '../http/limits.ts'
import { isSignatureOf, signatureOf } from './signing.ts'

const purpose = 'form tokens'

/** Nobody reads a form and fills it in faster. */
const ageMinMs = 3_000
/** A page may stay open for a day; an older token may have been collected. */
const ageMaxMs = 24 * 60 * 60 * 1000

type Signing = Pick<Services, 'secret' | 'now'>

/** A signed token that says when a form was opened, and nothing of who opened it. */
export function issueFormToken({ secret, now }: Signing) {
  const issuedAt = now().getTime().toString(36)
  return `${issuedAt}.${signatureOf(issuedAt, purpose, secret)}`
}

/** `missing` stands for a forged token and one older than a day, too. */
type TokenState = 'valid' | 'too-fast' | 'missing'

function readFormToken(token: string | undefined, { secret, now }: Signing): TokenState {
  const [issuedAt = '', given = ''] = (token ?? '').split('.')
  if (!isSignatureOf(given, issuedAt, purpose, secret)) return 'missing'
  const ageMs = now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs > ageMaxMs) return 'missing'
  return ageMs < ageMinMs ? 'too-fast' : 'valid'
}

/** What a public form sends besides its own fields: `formFields`. */
type Form = { website?: string | undefined; form_token?: string | undefined }

/**
 * Checks a form's token and its honeypot, the field that people don't see.
 * @param name what is sent, such as 'comment'
 * @param callsWithoutToken how many of them one client may send in ten minutes without a token
 * @throws 429
 */
export async function checkForm(
  context: RequestContext,
  name: string,
  form: Form,
  callsWithoutToken: number,
) {
  const token = readFormToken(form.form_token, context)
  if (token === 'missing') {
    await limitClient(context, `${name}-without-token`, { calls: callsWithoutToken, seconds: 600 })
  }
  return { token, isHoneypotFilled: Boolean(form.website?.trim()) }
}

/**
 * Whether a bot filled in the form: the honeypot too, or all of it faster than anybody types. What it sent is to be
 * stored all the same, so that nothing is lost to a mistaken rule. Takes what `checkForm` takes.
 * @throws 429
 */
export async function isFromBot(...form: Parameters<typeof checkForm>) {
  const { token, isHoneypotFilled } = await checkForm(...form)
  return isHoneypotFilled || token === 'too-fast'
}

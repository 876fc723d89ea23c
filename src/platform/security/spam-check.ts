import type { RequestContext, Services } from '../http/context.ts'
import { limitClient } from '../http/limits.ts'
import { isSignatureOf, signatureOf } from './signing.ts'

const purpose = 'form tokens'

/** A page may stay open for a day; older tokens are probably collected by bots. */
const ageMaxMs = 24 * 60 * 60 * 1000

type Signing = Pick<Services, 'secret' | 'now'>
type Reading = Signing & Pick<Services, 'config'>

/** A signed token that holds the time when a form was opened, and nothing about the visitor. */
export function issueFormToken({ secret, now }: Signing) {
  const issuedAt = now().getTime().toString(36)
  return `${issuedAt}.${signatureOf(issuedAt, purpose, secret)}`
}

/** `missing` includes forged tokens and those older than a day; people need longer than `too-fast` to fill in a form. */
type TokenState = 'valid' | 'too-fast' | 'missing'

function readFormToken(token: string | undefined, { secret, now, config }: Reading): TokenState {
  const [issuedAt = '', given = ''] = (token ?? '').split('.')
  if (!isSignatureOf(given, issuedAt, purpose, secret)) return 'missing'
  const ageMs = now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs > ageMaxMs) return 'missing'
  // A clock of another machine that is ahead makes the age negative.
  return ageMs >= 0 && ageMs < config.formSecondsMin * 1000 ? 'too-fast' : 'valid'
}

/** The fields of `formFields`, which every public form sends besides its own. */
type Form = { website?: string | undefined; form_token?: string | undefined }

/**
 * Checks a form's token and its honeypot, the field that people don't see.
 * @param name the form's name for the limit, such as 'comment'
 * @param callsWithoutToken how many forms a client may send in ten minutes without a token
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
 * Whether a bot filled in the form: it filled in the honeypot, or was too fast. Store the form all the same, so that a
 * false positive loses nothing. Takes the parameters of `checkForm`.
 * @throws 429
 */
export async function isFromBot(...form: Parameters<typeof checkForm>) {
  const { token, isHoneypotFilled } = await checkForm(...form)
  return isHoneypotFilled || token === 'too-fast'
}

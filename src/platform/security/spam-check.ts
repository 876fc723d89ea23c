import { createHash } from 'node:crypto'
import type { Database } from '#database/open.ts'
import { withMarksLimited } from '#database/search.ts'
import { dayMs } from '#shared/durations.ts'
import type { RequestContext, Services } from '../http/context.ts'
import { consumeLimit, limitClient } from '../http/limits.ts'
import { emailKeyOf } from '../text/email-key.ts'
import { isSignatureOf, signatureOf } from './signing.ts'

const purpose = 'form tokens'

/** A page may stay open for a day; older tokens are probably collected by bots. */
const ageMaxMs = dayMs
/**
 * How many forms one token is good for. All who read a page within the minute that it is cached have the same token: a
 * computer room, say, that registers for an event.
 */
const usesMax = { calls: 50, seconds: ageMaxMs / 1000 }
/** Within this time a text counts as repeated. */
const repeatedTextLimit = { calls: 1, seconds: dayMs / 1000 }
/** How many senders may use the same words in that time: others often write the same short ones, too. */
const equalTextsLimit = { ...repeatedTextLimit, calls: 3 }

type Signing = Pick<Services, 'secret' | 'now'>
type Reading = Signing & Pick<Services, 'config' | 'database'>

/** A signed token that holds the time when a form was opened, and nothing about the visitor. */
export function issueFormToken({ secret, now }: Signing) {
  const issuedAt = now().getTime().toString(36)
  return `${issuedAt}.${signatureOf(issuedAt, purpose, secret)}`
}

/**
 * `missing` includes forged tokens, and those that are a day old or used up; people need longer than `too-fast` to fill
 * in a form.
 */
type TokenState = 'valid' | 'too-fast' | 'missing'

async function readFormToken(
  token: string | undefined,
  { secret, now, config, database }: Reading,
): Promise<TokenState> {
  const [issuedAt = '', given = ''] = (token ?? '').split('.')
  if (!isSignatureOf(given, issuedAt, purpose, secret)) return 'missing'
  const ageMs = now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs > ageMaxMs) return 'missing'
  const isUsedUp = (await consumeLimit(database, `form-token:${issuedAt}`, usesMax, now())) !== null
  if (isUsedUp) return 'missing'
  // A clock of another machine that is ahead makes the age negative.
  return ageMs >= 0 && ageMs < config.formSecondsMin * 1000 ? 'too-fast' : 'valid'
}

/** The fields of `formFields`, which every public form sends besides its own. */
type Form = { website?: string; form_token?: string }

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
  const token = await readFormToken(form.form_token, context)
  if (token === 'missing') {
    await limitClient(context, `${name}-without-token`, { calls: callsWithoutToken, seconds: 600 })
  }
  return { token, isHoneypotFilled: Boolean(form.website?.trim()) }
}

/**
 * Checks whether a bot filled in the form: it filled in the honeypot, or was too fast. Store the form all the same, so
 * that a false positive loses nothing. Takes the parameters of `checkForm`, and counts the form as that does.
 * @throws 429
 */
export async function checkForBot(...form: Parameters<typeof checkForm>) {
  const { token, isHoneypotFilled } = await checkForm(...form)
  return isHoneypotFilled || token === 'too-fast'
}

/** A checksum of a text that is the same whatever its case, spaces and punctuation. */
export function digestOfText(text: string) {
  const letters = withMarksLimited(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Cf}]/gu, '')
  return createHash('sha256')
    .update(letters || text)
    .digest('base64url')
}

/**
 * Counts the text of a form, whoever sent it. Call it in the transaction that stores the text.
 * @param name the form's name for the limit, such as 'comment'
 * @returns whether it is the first with this text within a day
 */
export async function consumeTextLimit(database: Database, name: string, text: string, now: Date) {
  const key = `${name}-text:${digestOfText(text)}`
  return (await consumeLimit(database, key, repeatedTextLimit, now)) === null
}

/**
 * Counts the text of a form by its sender, and as one of everybody's. Call it in the transaction that stores the text.
 * @param name the form's name for the limit, such as 'contact'
 * @returns whether this sender has not sent it within a day, and only few others have
 */
export async function consumeSenderTextLimit(
  database: Database,
  name: string,
  { text, email }: { text: string; email: string },
  now: Date,
) {
  const digest = digestOfText(text)
  const own = createHash('sha256')
    .update(`${digest} ${emailKeyOf(email)}`)
    .digest('base64url')
  const isOwnFirst =
    (await consumeLimit(database, `${name}-sender-text:${own}`, repeatedTextLimit, now)) === null
  // Who sends it again uses up nothing of what others may send.
  if (!isOwnFirst) return false
  return (await consumeLimit(database, `${name}-text:${digest}`, equalTextsLimit, now)) === null
}

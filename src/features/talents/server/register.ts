import { isUniqueViolation } from '#database/errors.ts'
import { inspectResume } from '#platform/documents/resume-content.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, rejectFields } from '#platform/http/errors.ts'
import { fingerprintOf } from '#platform/http/idempotency.ts'
import { limitClient } from '#platform/http/limits.ts'
import { spooledFile } from '#platform/http/uploads.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { isFromBot } from '#platform/security/spam-check.ts'
import { removeFile, storeFile } from '#platform/storage/files.ts'
import type { RegisteredTalent, TalentInput } from '../contract.ts'
import { emailKeyOf, insertTalent, type NewTalent } from './insert.ts'
import { talentEmail } from './talent-email.ts'

/** How many one address may register in ten minutes without a form's token. */
const callsWithoutToken = 10
/** How often an hour one address is told that an e-mail is registered already. */
const takenTold = { calls: 5, seconds: 3600 }
const taken = 'This email is registered already. To change what you sent, please write to us'

/**
 * Stores a talent, their resume and the email that confirms it: all or nothing. The same registration under the same
 * key is stored once, and answered the same again.
 * @param key the Idempotency-Key of the request
 * @throws 400 with every wrong field; 409 when the key came with another registration before; 429
 */
export async function registerTalent(
  context: RequestContext,
  input: TalentInput,
  key: string | null,
): Promise<RegisteredTalent> {
  const { resume, website: _trap, form_token: _token, ...fields } = input
  const { path, sha256 } = spooledFile(resume)
  const fingerprint = fingerprintOf(fields, { name: resume.name, sha256 })
  const earlier = await findEarlier(context, key, fingerprint)
  if (earlier) return earlier

  const inspected = await inspectResume(path, resume)
  if ('problem' in inspected) throw rejectFields({ resume: [inspected.problem] })
  const isSpam = await isFromBot(context, 'talent', input, callsWithoutToken)
  const answerTaken = () => twinOrRefusal(context, input.email, key, fingerprint)
  if (await isRegistered(context, input.email)) return answerTaken()
  const file = { path, sha256, name: resume.name, sizeBytes: resume.size, type: inspected.type }
  const talent: NewTalent = {
    ...fields,
    status: isSpam ? 'SPAM' : 'NEW',
    request_key: key,
    fingerprint,
    created_at: context.now().toISOString(),
  }
  try {
    return await storeTalent(context, talent, file)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return answerTaken()
  }
}

async function storeTalent(
  context: RequestContext,
  talent: NewTalent,
  file: Omit<Parameters<typeof storeFile>[1], 'folder'>,
) {
  const stored = await storeFile(context, { ...file, folder: 'resumes' })
  try {
    return await context.database.transaction().execute(async (transaction) => {
      const registered = await insertTalent(transaction, talent, stored.id)
      // A program must not make us write to strangers.
      if (talent.status !== 'SPAM') {
        await putInOutbox(transaction, talentEmail(talent.email), talent.created_at)
      }
      return registered
    })
  } catch (error) {
    // What can't be removed at once is left to the clean-up.
    await removeFile(context, stored).catch((err: unknown) =>
      context.log.warn({ err }, 'resume not removed yet'),
    )
    throw error
  }
}

async function isRegistered({ database }: RequestContext, email: string) {
  const row = await database
    .selectFrom('talents')
    .select('id')
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The e-mail is taken: by this registration's twin, which a second click has sent, or by another one. That is said
 * only to who sends a registration that is right in everything else, and not often.
 * @throws 400 on `email`, or 429
 */
async function twinOrRefusal(
  context: RequestContext,
  email: string,
  key: string | null,
  fingerprint: string,
) {
  const twin =
    (await findEarlier(context, key, fingerprint)) ?? (await findSame(context, email, fingerprint))
  if (twin) return twin
  await limitClient(context, 'talent-taken', takenTold)
  throw rejectFields({ email: [taken] })
}

const answered = ['id', 'first_name', 'last_name', 'email', 'created_at', 'fingerprint'] as const

/** The registration of that e-mail, where it is the same in every letter: a page without JavaScript sends no key. */
async function findSame({ database }: RequestContext, email: string, sent: string) {
  const row = await database
    .selectFrom('talents')
    .select(answered)
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  if (row?.fingerprint !== sent) return null
  const { fingerprint: _, ...registered } = row
  return registered
}

/** @throws 409 when the key came with something else */
async function findEarlier({ database }: RequestContext, key: string | null, fingerprint: string) {
  if (key === null) return null
  const row = await database
    .selectFrom('talents')
    .select(answered)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  const { fingerprint: earlier, ...registered } = row
  if (earlier !== fingerprint) {
    throw conflict('This Idempotency-Key was used for another registration. Please send a new one.')
  }
  return registered
}

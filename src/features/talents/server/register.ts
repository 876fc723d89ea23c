import { isUniqueViolation } from '#database/errors.ts'
import { untilSynced } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { fingerprintOf, requireSameRequest } from '#platform/http/idempotency.ts'
import { limitClient } from '#platform/http/limits.ts'
import { spooledFile } from '#platform/http/spool.ts'
import { limitStoredBytes } from '#platform/http/upload-slots.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { inspectResume } from '#platform/resumes/resume-content.ts'
import { checkForBot } from '#platform/security/spam-check.ts'
import { removeFile, storeFile } from '#platform/storage/files.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { RegisteredTalent, TalentInput } from '../contract.ts'
import { insertTalent, type NewTalent } from './insert.ts'
import { talentEmail } from './talent-email.ts'

/** Registrations per client in ten minutes without a form token. */
const callsWithoutToken = 10
/** Limits how often a client may learn that an email is registered. */
const takenLimit = { calls: 5, seconds: 3600 }
const takenMessage = 'This email is registered already. To change what you sent, please write to us'

/**
 * Stores a talent, their resume and the confirmation email: all or nothing. The same registration with the same key is
 * stored once and gets the same response.
 * @param key the Idempotency-Key of the request
 * @throws 400 with every invalid field; 409 when the key was used for another registration; 429
 */
export async function registerTalent(
  context: RequestContext,
  input: TalentInput,
  key: string | null,
): Promise<RegisteredTalent> {
  const { resume, website: _honeypot, form_token: _token, ...fields } = input
  const { content, sha256 } = spooledFile(resume)
  const fingerprint = fingerprintOf(fields, { name: resume.name, sha256 })
  const earlier = await findEarlier(context, key, fingerprint)
  if (earlier) return earlier

  const inspected = await inspectResume(context, content, resume)
  if ('problem' in inspected) throw invalidFields({ resume: [inspected.problem] })
  const isSpam = await checkForBot(context, 'talent', input, callsWithoutToken)
  const resolveTaken = () => findDuplicateOrRefuse(context, input.email, key, fingerprint)
  if (await isRegistered(context, input.email)) return resolveTaken()
  const file = { content, sha256, name: resume.name, sizeBytes: resume.size, ...inspected }
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
    return resolveTaken()
  }
}

async function storeTalent(
  context: RequestContext,
  talent: NewTalent,
  file: Omit<Parameters<typeof storeFile>[1], 'folder'>,
) {
  limitStoredBytes(context, file.sizeBytes)
  const stored = await storeFile(context, { ...file, folder: 'resumes' })
  const { TALENT } = (await context.readSettings()).visitors
  try {
    return await context.database.transaction().execute(async (transaction) => {
      const registered = await insertTalent(transaction, talent, stored.id)
      // Bots must not cause emails to strangers, and nobody many to one mailbox.
      const isSent =
        talent.status !== 'SPAM' &&
        (await consumeEmailLimits(transaction, context, talent.email, context.now()))
      if (isSent) {
        await putInOutbox(transaction, talentEmail(talent.email, TALENT), talent.created_at)
      }
      return registered
    })
  } catch (error) {
    // If the file can't be removed now, the upkeep does it later.
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
 * The email is taken: by a duplicate of this registration (a second click), which is returned, or by another one,
 * which is refused. Only otherwise valid registrations get here, and not often, so that emails can't be probed.
 * @throws 400 on `email`, or 429
 */
async function findDuplicateOrRefuse(
  context: RequestContext,
  email: string,
  key: string | null,
  fingerprint: string,
) {
  const duplicate =
    (await findEarlier(context, key, fingerprint)) ?? (await findSame(context, email, fingerprint))
  if (duplicate) return duplicate
  await limitClient(context, 'talent-taken', takenLimit)
  throw invalidFields({ email: [takenMessage] })
}

const responseColumns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'created_at',
  'fingerprint',
] as const

/** The identical registration of that email, if any. Without JavaScript no key is sent, so the fingerprint decides. */
async function findSame({ database }: RequestContext, email: string, fingerprint: string) {
  const row = await database
    .selectFrom('talents')
    .select(responseColumns)
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  if (row?.fingerprint !== fingerprint) return null
  await untilSynced(database)
  const { fingerprint: _, ...registered } = row
  return registered
}

/** @throws 409 when the key was used for another registration */
async function findEarlier({ database }: RequestContext, key: string | null, fingerprint: string) {
  if (key === null) return null
  const row = await database
    .selectFrom('talents')
    .select(responseColumns)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  const { fingerprint: earlier, ...registered } = row
  await requireSameRequest(database, earlier, [fingerprint], 'registration')
  return registered
}

import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '#database/errors.ts'
import { lockRow } from '#database/lock-row.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { consumeClientQuota, consumeLimit, limitClient } from '#platform/http/limits.ts'
import { spooledFile } from '#platform/http/spool.ts'
import { limitStoredBytes } from '#platform/http/upload-slots.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { inspectResume } from '#platform/resumes/resume-content.ts'
import { checkForBot } from '#platform/security/spam-check.ts'
import { claimFile, removeFile, storeFile } from '#platform/storage/files.ts'
import type { Content } from '#platform/storage/storage.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { allDone } from '#shared/all-done.ts'
import type { ApplicationInput } from '../application-schemas.ts'
import { toStoredIdentification } from './identification.ts'
import { countSpots } from './lock-cohorts.ts'
import { insertApplication } from './queries.ts'
import { receivedEmail } from './status-email.ts'
import {
  findEarlierResponse,
  fingerprintsOf,
  type Submission,
  storeResponse,
} from './submission-keys.ts'
import { validateAgainstDatabase, validateCohort } from './validate-against-database.ts'

/** Applications per client in ten minutes without a form token. */
const callsWithoutToken = 10
/** Limits how often a client may learn that an email has applied. */
const takenLimit = { calls: 5, seconds: 3600 }

/**
 * Stores an application and its resume, and takes a spot in the cohort: all or nothing. The same application with the
 * same key is stored once and gets the same response. A bot's is stored as rejected, and takes no spot; nor does what
 * one client sends beyond the spots that it may take in a day, which waits for one.
 * @param key the Idempotency-Key of the request. Forms without JavaScript have none: their fields stand for it
 * @throws 400 with every invalid field; 409 when the key was used for another application; 429
 */
export async function submitApplication(
  context: RequestContext,
  input: ApplicationInput,
  key: string | null,
): Promise<Submission> {
  const { content, sha256 } = spooledFile(input.resume)
  const { resume, done_at: _, website: _honeypot, form_token: _token, ...fields } = input
  const fingerprints = await fingerprintsOf(context, fields, { name: resume.name, sha256 })
  const [fingerprint] = fingerprints
  const earlier = await findEarlierResponse(context, key, fingerprints)
  if (earlier) return earlier
  try {
    const stored = { content, sha256, key, fingerprint }
    return await storeApplication(context, input, stored)
  } catch (error) {
    // A concurrent duplicate of this request may have taken the email or the last spot.
    const duplicate = await findEarlierResponse(context, key, fingerprints)
    if (duplicate) return duplicate
    throw (await isLateRepeat(context, input, error)) ? appliedAlready() : error
  }
}

async function storeApplication(
  context: RequestContext,
  input: ApplicationInput,
  {
    content,
    sha256,
    ...sent
  }: { content: Content; sha256: string; key: string | null; fingerprint: string },
) {
  const resume = await inspectResume(context, content, input.resume)
  const problems = await validateAgainstDatabase(context, input)
  if ('problem' in resume) problems.resume = [resume.problem]
  if (Object.keys(problems).length > 0 || 'problem' in resume) throw invalidFields(problems)
  const isBot = await checkForBot(context, 'application', input, callsWithoutToken)
  if (await hasApplied(context, input)) throw await takenError(context)

  limitStoredBytes(context, input.resume.size)
  const file = await storeFile(context, {
    content,
    folder: 'resumes',
    name: input.resume.name,
    type: resume.type,
    warnings: resume.warnings,
    sizeBytes: input.resume.size,
    sha256,
  })
  const { RECEIVED } = (await context.readSettings()).visitors
  try {
    const stored = await toStoredIdentification(context, input.identification, file.id)
    return await context.database.transaction().execute(async (transaction) => {
      const now = context.now()
      // Also for what takes no spot: whoever moves others there sees it, or it sees them.
      if (isBot) await lockRow(transaction, 'cohorts', input.cohort)
      const [cohort, isWithinQuota] = isBot
        ? ['', true]
        : await allDone([
            takeSpot(transaction, input.cohort, now),
            consumeCohortQuota(context, transaction, input.cohort),
          ])
      const isCrowd = !isWithinQuota
      if (isCrowd) await countSpots(transaction, input.cohort, -1)
      const reason = isBot ? 'bot' : isCrowd ? 'crowd' : undefined
      const data = await insertApplication(transaction, input, stored, now, reason)
      const response = { message: 'Application created successfully!', data }
      const [, , mayMail] = await allDone([
        claimFile(transaction, file.id, now.toISOString()),
        storeResponse(transaction, sent, response),
        // Bots must not cause emails to strangers, and nobody many to one mailbox.
        !isBot && consumeEmailLimits(transaction, context, input.email, now),
      ])
      if (mayMail) {
        const email = receivedEmail({ ...data, cohort }, RECEIVED)
        await putInOutbox(transaction, email, now.toISOString())
      }
      return response
    })
  } catch (error) {
    // If the file can't be removed now, the upkeep does it later.
    await removeFile(context, file).catch((err: unknown) =>
      context.log.warn({ err }, 'resume not removed yet'),
    )
    if (isUniqueViolation(error)) throw await takenError(context)
    if (!isForeignKeyViolation(error)) throw error
    // The cohort or the tech stack was deleted since it was looked for.
    const gone = await validateAgainstDatabase(context, input)
    throw Object.keys(gone).length > 0 ? invalidFields(gone) : error
  }
}

async function hasApplied({ database }: RequestContext, { email, cohort }: ApplicationInput) {
  const rows = await findSameEmail(database, { email: emailKeyOf(email), cohort })
  return rows.length > 0
}

const findSameEmail = prepareQuery(
  (database, { email, cohort }: Slots<{ email: string; cohort: number }>) =>
    database
      .selectFrom('applications')
      .select('id')
      .where('email_key', '=', email)
      .where('cohort_id', '=', cohort),
)

/**
 * The error for an email that has applied already. Only otherwise valid applications get here, and not often, so that
 * emails can't be probed.
 * @throws 429
 */
async function takenError(context: RequestContext) {
  await limitClient(context, 'application-taken', takenLimit)
  return appliedAlready()
}

const appliedAlready = () =>
  invalidFields({ email: ['You have already applied to this cohort with this email'] })

/**
 * Whether the cohort, being full or over, is all that is wrong with an application, and this email has applied to it:
 * the answer to the first one was lost, and it was changed before it was sent again. A client that asks too often,
 * whatever the answer, is told of the cohort alone.
 */
async function isLateRepeat(context: RequestContext, input: ApplicationInput, error: unknown) {
  const isOfCohort =
    error instanceof ORPCError && Object.keys(error.data?.fields ?? {}).join() === 'cohort'
  if (!isOfCohort) return false
  const key = `application-repeat:${context.clientIp}`
  const waitS = await consumeLimit(context.database, key, takenLimit, context.now())
  return waitS === null && hasApplied(context, input)
}

/** Counts one of the spots of the cohort that a client may take in a day. @returns whether one was left */
const consumeCohortQuota = async (
  context: RequestContext,
  transaction: Transaction<Tables>,
  id: number,
) => (await consumeClientQuota(context, transaction, 'cohort', id)) === null

/**
 * Takes a spot in a single statement, so that no two applicants can take the same one.
 * @returns the name of the cohort
 * @throws 400 on `cohort`
 */
async function takeSpot(transaction: Transaction<Tables>, cohortId: number, now: Date) {
  const [taken] = await countSpot(transaction, { id: cohortId, now: now.toISOString() })
  if (taken) return taken.name
  throw invalidFields({
    cohort: [(await validateCohort(transaction, cohortId, now)) ?? 'Please select a cohort'],
  })
}

const countSpot = prepareQuery((database, { id, now }: Slots<{ id: number; now: string }>) =>
  database
    .updateTable('cohorts')
    .set((set) => ({ registered: set('registered', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('closes_at', '>', now)
    .whereRef('registered', '<', 'capacity')
    .returning('name'),
)

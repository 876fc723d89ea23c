import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { inspectResume } from '#platform/documents/resume-content.ts'
import type { Services } from '#platform/http/context.ts'
import { conflict, rejectFields } from '#platform/http/errors.ts'
import { fingerprintOf } from '#platform/http/idempotency.ts'
import { spooledFile } from '#platform/http/uploads.ts'
import { claimFile, removeFile, storeFile } from '#platform/storage/files.ts'
import { localDay } from '#shared/company.ts'
import type { ApplicationInput, SubmittedApplication } from '../contract.ts'
import { cohortProblem, storedProblems } from './problems.ts'

export type Submission = { message: string; data: SubmittedApplication }

/**
 * Stores an application, its resume and its place in the cohort: all or nothing. The same application under
 * the same key is stored once, and answered the same again.
 * @param key the Idempotency-Key of the request
 * @throws 400 with every wrong field; 409 when the key came with another application before
 */
export async function submitApplication(
  services: Services,
  input: ApplicationInput,
  key: string | null,
): Promise<Submission> {
  const { path, sha256 } = spooledFile(input.resume)
  const { resume, done_at: _, ...fields } = input
  const fingerprint = fingerprintOf(fields, { name: resume.name, sha256 })
  const earlier = await findEarlierAnswer(services, key, fingerprint)
  if (earlier) return earlier
  try {
    return await storeApplication(services, input, { path, sha256, key, fingerprint })
  } catch (error) {
    // Its twin, sent at the same moment, may have taken the e-mail or the last spot just before.
    const twin = await findEarlierAnswer(services, key, fingerprint)
    if (twin) return twin
    throw error
  }
}

async function storeApplication(
  services: Services,
  input: ApplicationInput,
  {
    path,
    sha256,
    ...sent
  }: { path: string; sha256: string; key: string | null; fingerprint: string },
) {
  const resume = await inspectResume(path, input.resume)
  const problems = await storedProblems(services, input)
  if ('problem' in resume) problems.resume = [resume.problem]
  if (Object.keys(problems).length > 0 || 'problem' in resume) throw rejectFields(problems)

  const file = await storeFile(services, {
    path,
    folder: 'resumes',
    name: input.resume.name,
    type: resume.type,
    sizeBytes: input.resume.size,
    sha256,
  })
  try {
    return await services.database.transaction().execute(async (transaction) => {
      const now = services.now()
      await takeSpot(transaction, input.cohort, now)
      const answer = await insertApplication(transaction, input, file.id, now)
      await claimFile(transaction, file.id, now.toISOString())
      if (sent.key !== null) await keepAnswer(transaction, { ...sent, key: sent.key }, answer)
      return answer
    })
  } catch (error) {
    // What can't be removed at once is left to the clean-up.
    await removeFile(services, file).catch((err: unknown) =>
      services.log.warn({ err }, 'resume not removed yet'),
    )
    if (isUniqueViolation(error)) throw rejectFields(await storedProblems(services, input))
    throw error
  }
}

/** Counts the applicant in by one statement, so that no two can take the same spot. @throws 400 on `cohort` */
async function takeSpot(transaction: Transaction<Tables>, cohortId: number, now: Date) {
  const { numUpdatedRows } = await transaction
    .updateTable('cohorts')
    .set((set) => ({ registered: set('registered', '+', 1) }))
    .where('id', '=', cohortId)
    .where('status', '=', 'open')
    .where('closes_at', '>', now.toISOString())
    .whereRef('registered', '<', 'capacity')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  throw rejectFields({
    cohort: [(await cohortProblem(transaction, cohortId, now)) ?? 'Please select a cohort'],
  })
}

async function insertApplication(
  transaction: Transaction<Tables>,
  input: ApplicationInput,
  resumeId: number,
  now: Date,
): Promise<Submission> {
  const at = now.toISOString()
  const shown = {
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    phone_number: input.phone_number,
    other_phone_number: input.other_phone_number,
    gender: input.gender,
    level: input.level ?? null,
    description: input.description,
    status: 'PENDING' as const,
    // The applicant's own clock is not asked which day it is.
    done_at: localDay(now),
    created_at: at,
  }
  const { id } = await transaction
    .insertInto('applications')
    .values({
      ...shown,
      cohort_id: input.cohort,
      tech_stack_id: input.tech_stack,
      email_key: input.email.toLowerCase(),
      date_of_birth: input.date_of_birth,
      identification: input.identification,
      resume_id: resumeId,
      ...searchKeys(input),
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('application_history')
    .values({
      application_id: id,
      from_status: null,
      to_status: 'PENDING',
      notes: '',
      by_user_id: null,
      by_name: '',
      created_at: at,
    })
    .execute()
  return {
    message: 'Application created successfully!',
    data: { id, ...shown, cohort: input.cohort, tech_stack: input.tech_stack },
  }
}

/** What an application is sorted and searched by. */
export function searchKeys(
  input: Pick<
    ApplicationInput,
    'first_name' | 'last_name' | 'email' | 'phone_number' | 'other_phone_number' | 'identification'
  >,
) {
  const { first_name, last_name, email, phone_number, other_phone_number, identification } = input
  return {
    name_key: searchable(`${last_name} ${first_name}`),
    search_text: searchable(
      [first_name, last_name, email, phone_number, other_phone_number, identification].join(' '),
    ),
  }
}

function keepAnswer(
  transaction: Transaction<Tables>,
  sent: { key: string; fingerprint: string },
  answer: Submission,
) {
  return transaction
    .insertInto('application_keys')
    .values({
      ...sent,
      application_id: answer.data.id,
      answer: JSON.stringify(answer),
      created_at: answer.data.created_at,
    })
    .execute()
}

async function findEarlierAnswer(services: Services, key: string | null, fingerprint: string) {
  if (key === null) return null
  const row = await services.database
    .selectFrom('application_keys')
    .select(['fingerprint', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (row.fingerprint !== fingerprint) {
    throw conflict('This Idempotency-Key was used for another application. Please send a new one.')
  }
  return JSON.parse(row.answer) as Submission
}

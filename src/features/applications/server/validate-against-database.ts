import type { Database } from '#database/open.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import type { Services } from '#platform/http/context.ts'
import type { FieldErrors } from '#platform/http/errors.ts'
import { spooledFile } from '#platform/http/spool.ts'
import { inspectResume } from '#platform/resumes/resume-content.ts'
import { validateResume } from '#shared/resume.ts'
import { messages, validateDateOfBirth } from '../validation.ts'

/**
 * Validates what depends on the time or on stored rows: the age, the cohort and the tech stack. Fields that are missing
 * or of another type are skipped. Whether the email has applied is for `submitApplication` alone to tell.
 */
export async function validateAgainstDatabase(
  { database, now }: Pick<Services, 'database' | 'now'>,
  input: { cohort?: unknown; tech_stack?: unknown; date_of_birth?: unknown },
): Promise<FieldErrors> {
  const fields: FieldErrors = {}
  if (typeof input.date_of_birth === 'string' && input.date_of_birth.trim() !== '') {
    const problem = validateDateOfBirth(input.date_of_birth.trim(), now())
    if (problem) fields.date_of_birth = [problem]
  }
  const cohortId = typeof input.cohort === 'object' ? Number.NaN : Number(input.cohort)
  if (Number.isInteger(cohortId) && cohortId > 0 && cohortId < 2 ** 31) {
    const problem = await validateCohort(database, cohortId, now())
    if (problem) fields.cohort = [problem]
  }
  if (typeof input.tech_stack === 'string' && input.tech_stack.trim() !== '') {
    const [stack] = await findStack(database, { id: input.tech_stack.trim() })
    if (!stack) fields.tech_stack = [messages.techStackGone]
  }
  return fields
}

const findStack = prepareQuery((database, { id }: Slots<{ id: string }>) =>
  database.selectFrom('tech_stacks').select('id').where('id', '=', id),
)

const findCohort = prepareQuery((database, { id }: Slots<{ id: number }>) =>
  database
    .selectFrom('cohorts')
    .select(['status', 'closes_at', 'registered', 'capacity'])
    .where('id', '=', id),
)

/** Checks that the cohort accepts applications now. @returns an error message or null */
export async function validateCohort(
  database: Database,
  id: number,
  now: Date,
): Promise<string | null> {
  const [cohort] = await findCohort(database, { id })
  if (!cohort || cohort.status === 'draft') return messages.cohort
  if (cohort.closes_at <= now.toISOString()) return messages.cohortPast
  if (cohort.status === 'full' || cohort.registered >= cohort.capacity) {
    return messages.cohortFull
  }
  return cohort.status === 'open' ? null : messages.cohortNotOpen
}

/** Finds the errors beyond the schema in a form that the schema has refused, for the same response. */
export async function findFurtherErrors(services: Services, input: unknown): Promise<FieldErrors> {
  if (typeof input !== 'object' || input === null) return {}
  const fields = await validateAgainstDatabase(services, input)
  const resume = 'resume' in input ? input.resume : undefined
  if (resume instanceof File && !validateResume(resume)) {
    const inspected = await inspectResume(services, spooledFile(resume).content, resume)
    if ('problem' in inspected) fields.resume = [inspected.problem]
  }
  return fields
}

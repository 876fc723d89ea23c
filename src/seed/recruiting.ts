import type { Transaction } from 'kysely'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { recountScores } from '#features/applications/server/recount-scores.ts'
import type { DataKey } from '#platform/security/data-keys.ts'
import { insertExistingApplication, type NewApplication } from './factories/applications.ts'

type Person = Omit<NewApplication, 'cohort'>

type Recruiting = {
  /** The applications that are there already. */
  ids: readonly number[]
  cohortIds: ReadonlyMap<string, number>
  /** Whoever has applied first. */
  first: Person | undefined
  /** The first of them has applied already. */
  further: readonly { person: Person; resumeId: number }[]
  /** Seals their national IDs. */
  key: DataKey
}

/** How many applicants `seedRecruiting` needs besides. */
export const furtherApplicants = 3

const notes = [
  ['Diane Keza', 'Called on Monday: can start in time, and has a laptop of her own.'],
  ['Eric Mugisha', 'The booking page in the resume works. Worth a second look.'],
] as const

const criteria = [
  ['Motivation', 'Knows why this training, and why now'],
  ['Logic', 'Explains how they solved something, step by step'],
  ['English', 'Reads documentation without help'],
  ['Time', 'Can be there every day for three months'],
] as const

const scorings = [
  ['Diane Keza', [4, 3, 3, 4]],
  ['Eric Mugisha', [3, 3, 2, 4]],
] as const

/** The scores of the first applications, and what the applications of their cohort are scored by. */
async function seedScores(transaction: Transaction<Tables>, ids: readonly number[], at: string) {
  const [id] = ids
  if (id === undefined) return
  const { cohort_id } = await transaction
    .selectFrom('applications')
    .select('cohort_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored = await transaction
    .insertInto('score_criteria')
    .values(
      criteria.map(([name, hint], position) => ({
        cohort_id,
        name,
        name_key: searchable(name),
        hint,
        position,
        archived_at: null,
      })),
    )
    .returning('id')
    .execute()
  for (const [index, application_id] of ids.entries()) {
    for (const [by_name, given] of scorings.slice(0, 1 + ((index + 1) % 2))) {
      const scoring = await transaction
        .insertInto('application_scorings')
        .values({ application_id, user_id: null, by_name, created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await transaction
        .insertInto('application_scores')
        .values(
          stored.map((criterion, place) => ({
            scoring_id: scoring.id,
            criterion_id: criterion.id,
            value: 1 + (((given[place] ?? 1) + index * 3) % 4),
          })),
        )
        .execute()
    }
  }
  await recountScores(transaction, ids)
}

/** The lines of the audit log that the decisions on the applications would have left. */
async function seedDecisions(transaction: Transaction<Tables>) {
  const decisions = await transaction
    .selectFrom('application_history')
    .select(['application_id', 'to_status', 'by_name', 'created_at'])
    .whereRef('from_status', '<>', 'to_status')
    .execute()
  const lines = decisions.map(({ application_id, to_status, by_name, created_at }) => ({
    action: 'changed',
    target: 'application',
    target_id: String(application_id),
    details: JSON.stringify({ status: to_status, has_notes: false }),
    actor_id: null,
    actor_name: by_name,
    client_ip: '',
    created_at,
  }))
  if (lines.length > 0) await transaction.insertInto('audit_log').values(lines).execute()
}

const scoredCount = 6

/** What staff have done with the demo's applications: notes, scores, a waiting list, and somebody who applies again. */
export async function seedRecruiting(
  transaction: Transaction<Tables>,
  { ids, cohortIds, first, further, key }: Recruiting,
) {
  const [again, ...waiting] = further
  if (again) {
    await insertExistingApplication(
      transaction,
      {
        ...again.person,
        status: 'REJECTED',
        reason: 'No time by day before the summer. Asked to apply again.',
        cohort: cohortIds.get('Kigali Web Cohort 11') ?? 0,
      },
      again.resumeId,
      key,
    )
  }
  for (const { person, resumeId } of waiting) {
    const application = {
      ...person,
      status: 'SHORTLISTED',
      waiting_since: person.created_at,
    } as const
    const cohort = cohortIds.get('Rubavu Design Cohort 1') ?? 0
    await insertExistingApplication(transaction, { ...application, cohort }, resumeId, key)
  }
  await seedDecisions(transaction)
  if (first) await seedScores(transaction, ids.slice(0, scoredCount), first.created_at)
  const [application_id] = ids
  if (!first || application_id === undefined) return
  await transaction
    .insertInto('application_notes')
    .values(
      notes.map(([author_name, text]) => ({
        application_id,
        author_id: null,
        author_name,
        text,
        created_at: first.created_at,
        updated_at: first.created_at,
      })),
    )
    .execute()
}

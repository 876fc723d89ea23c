import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { insertExistingApplication, type NewApplication } from './factories/applications.ts'

type Person = Omit<NewApplication, 'cohort'>

type Recruiting = {
  /** The applications that are there already. */
  ids: readonly number[]
  cohortIds: ReadonlyMap<string, number>
  /** Whoever has applied first. */
  first: Person | undefined
  further: readonly { person: Person; resumeId: number }[]
}

/** How many applicants `seedRecruiting` needs besides. */
export const furtherApplicants = 3

const notes = [
  ['Diane Keza', 'Called on Monday: can start in time, and has a laptop of her own.'],
  ['Eric Mugisha', 'The booking page in the resume works. Worth a second look.'],
] as const

/** What staff have done with the demo's applications: notes, a waiting list, and somebody who applies again. */
export async function seedRecruiting(
  transaction: Transaction<Tables>,
  { ids, cohortIds, first, further }: Recruiting,
) {
  const [again, ...waiting] = further
  if (first && again) {
    const { first_name, last_name, email, phone_number, identification } = first
    await insertExistingApplication(
      transaction,
      {
        ...{ ...again.person, first_name, last_name, email, phone_number, identification },
        ...{
          status: 'REJECTED',
          reason: 'No time by day before the summer. Asked to apply again.',
        },
        cohort: cohortIds.get('Kigali Web Cohort 11') ?? 0,
      },
      again.resumeId,
    )
  }
  for (const { person, resumeId } of waiting) {
    const application = {
      ...person,
      status: 'SHORTLISTED',
      waiting_since: person.created_at,
    } as const
    const cohort = cohortIds.get('Rubavu Design Cohort 1') ?? 0
    await insertExistingApplication(transaction, { ...application, cohort }, resumeId)
  }
  const [application_id] = ids
  if (!first || application_id === undefined) return
  await transaction
    .insertInto('application_notes')
    .values(
      notes.map(([author_name, text]) => ({
        ...{ application_id, author_id: null, author_name, text },
        ...{ created_at: first.created_at, updated_at: first.created_at },
      })),
    )
    .execute()
}

import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import type { ApplicationStatus } from '../validation.ts'

/** Rejected and withdrawn applications take no spot. */
const takesSpot = (status: string) => status !== 'REJECTED' && status !== 'WITHDRAWN'

export type StatusChangeRequest = {
  id: number
  status: ApplicationStatus
  notes: string
  expected_status?: ApplicationStatus | undefined
}

/**
 * Changes an application's status, records the change in its history, and takes or releases the cohort's spot, in one
 * transaction. If the status stays the same, only the note is added, if there is one.
 * @throws 404; 409 when the status has changed since it was read, or the cohort has no spot left
 */
export function changeStatus(
  { database, now }: Pick<RequestContext, 'database' | 'now'>,
  viewer: Viewer,
  change: StatusChangeRequest,
) {
  return database.transaction().execute(async (transaction) => {
    const application = await transaction
      .selectFrom('applications')
      .select(['status', 'cohort_id'])
      .where('id', '=', change.id)
      .executeTakeFirst()
    if (!application) throw notFound('This application')
    const before = application.status
    if (change.expected_status && change.expected_status !== before) throw concurrentChange(before)
    if (before === change.status && change.notes === '') return
    const at = now().toISOString()
    const { numUpdatedRows } = await transaction
      .updateTable('applications')
      .set({ status: change.status, updated_at: at })
      .where('id', '=', change.id)
      .where('status', '=', before)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw concurrentChange()
    if (takesSpot(before) && !takesSpot(change.status))
      await releaseSpot(transaction, application.cohort_id)
    if (!takesSpot(before) && takesSpot(change.status))
      await retakeSpot(transaction, application.cohort_id)
    await transaction
      .insertInto('application_history')
      .values({
        application_id: change.id,
        from_status: before,
        to_status: change.status,
        notes: change.notes,
        by_user_id: viewer.id,
        by_name: viewer.name,
        created_at: at,
      })
      .execute()
  })
}

/** Releases the spot of a rejected, withdrawn or deleted application. */
async function releaseSpot(transaction: Transaction<Tables>, cohortId: number) {
  await transaction
    .updateTable('cohorts')
    .set((set) => ({ registered: set('registered', '-', 1) }))
    .where('id', '=', cohortId)
    .execute()
}

async function retakeSpot(transaction: Transaction<Tables>, cohortId: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('cohorts')
    .set((set) => ({ registered: set('registered', '+', 1) }))
    .where('id', '=', cohortId)
    .whereRef('registered', '<', 'capacity')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) {
    throw conflict(
      'The cohort is full, so this application cannot come back. Raise the limit first.',
    )
  }
}

/** Deletes an application. @returns the file of its resume, to be removed */
export async function deleteApplication(transaction: Transaction<Tables>, id: number) {
  const application = await transaction
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'applications.resume_id')
    .select(['files.id as file_id', 'files.key', 'applications.cohort_id', 'applications.status'])
    .where('applications.id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  // First the cohort, as a submission does: with its cohort being deleted, they would wait for each other.
  await lockRow(transaction, 'cohorts', application.cohort_id)
  const { numDeletedRows } = await transaction
    .deleteFrom('applications')
    .where('id', '=', id)
    .where('status', '=', application.status)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw concurrentChange()
  if (takesSpot(application.status)) await releaseSpot(transaction, application.cohort_id)
  await transaction
    .updateTable('files')
    .set({ claimed_at: null })
    .where('id', '=', application.file_id)
    .execute()
  return { id: application.file_id, key: application.key }
}

function concurrentChange(status?: string) {
  const now = status ? ` It is ${status} now.` : ''
  return conflict(`Somebody changed this application meanwhile.${now} Please look at it again.`)
}

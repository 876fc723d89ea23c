import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import type { ApplicationStatus } from '../validation.ts'

/** Rejected and withdrawn applications take no spot. */
const takesSpot = (status: string) => status !== 'REJECTED' && status !== 'WITHDRAWN'

/** An application, and the status that the user saw: when it is another by now, the change is refused. */
export type SeenApplication = { id: number; expected_status?: ApplicationStatus | undefined }

export type StatusChangeRequest = { status: ApplicationStatus; notes: string }

type Outcome = {
  succeeded: number[]
  /** 404; 409 when the status has changed since it was seen, or the cohort has no spot left. */
  failed: { id: number; error: Error }[]
}

/**
 * Changes the status of some applications, records the changes in their histories, and takes or releases the spots of
 * their cohorts, in one transaction. If a status stays the same, only the note is added, if there is one.
 * @returns the outcome of each application; those that fail don't keep the others from being changed
 */
export function changeStatuses(
  { database, now }: Pick<RequestContext, 'database' | 'now'>,
  viewer: Viewer,
  seen: readonly SeenApplication[],
  { status, notes }: StatusChangeRequest,
): Promise<Outcome> {
  const expected = new Map(seen.map(({ id, expected_status }) => [id, expected_status]))
  const ids = [...expected.keys()]
  return database.transaction().execute(async (transaction) => {
    const cohorts = await lockCohortsOf(transaction, ids)
    const found = await transaction
      .selectFrom('applications')
      .select(['id', 'status', 'cohort_id'])
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(found.map((row) => [row.id, row]))
    const changed: typeof found = []
    const outcome: Outcome = { succeeded: [], failed: [] }
    const changedBefore: typeof found = []
    for (const id of ids) {
      const row = byId.get(id)
      const cohort = row && cohorts.get(row.cohort_id)
      if (!row || !cohort) {
        outcome.failed.push({ id, error: notFound('This application') })
      } else if ((expected.get(id) ?? row.status) !== row.status) {
        changedBefore.push(row)
      } else {
        const spots = Number(takesSpot(status)) - Number(takesSpot(row.status))
        if (spots > 0 && cohort.registered >= cohort.capacity) {
          outcome.failed.push({ id, error: fullCohort() })
          continue
        }
        cohort.registered += spots
        outcome.succeeded.push(id)
        if (row.status !== status || notes !== '') changed.push(row)
      }
    }
    outcome.failed.push(...(await concurrentChanges(transaction, changedBefore)))
    if (changed.length === 0) return outcome

    const at = now().toISOString()
    await transaction
      .updateTable('applications')
      .set({ status, updated_at: at })
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute()
    const by = { by_user_id: viewer.id, by_name: viewer.name }
    await transaction
      .insertInto('application_history')
      .values(
        changed.map((row) => ({
          application_id: row.id,
          from_status: row.status,
          to_status: status,
          ...{ notes, ...by, created_at: at },
        })),
      )
      .execute()
    for (const { id, registered } of cohorts.values()) {
      await transaction.updateTable('cohorts').set({ registered }).where('id', '=', id).execute()
    }
    return outcome
  })
}

/**
 * Locks the cohorts of some applications. Whatever changes a status or deletes an application does so first, and a
 * submission takes its spot first, so that no two of them can wait for each other.
 */
async function lockCohortsOf(
  transaction: Transaction<Tables>,
  ids: readonly number[],
): Promise<Map<number, { id: number; capacity: number; registered: number }>> {
  const rows = await transaction
    .selectFrom('applications')
    .select('cohort_id as id')
    .distinct()
    .where('id', 'in', ids)
    .orderBy('cohort_id')
    .execute()
  if (rows.length === 0) return new Map()
  for (const { id } of rows) await lockRow(transaction, 'cohorts', id)
  const cohorts = await transaction
    .selectFrom('cohorts')
    .select(['id', 'capacity', 'registered'])
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return new Map(cohorts.map((cohort) => [cohort.id, cohort]))
}

/** Changes one status. @throws 404; 409 when it has changed since it was seen, or the cohort has no spot left */
export async function changeStatus(
  context: Pick<RequestContext, 'database' | 'now'>,
  viewer: Viewer,
  { id, expected_status, ...change }: SeenApplication & StatusChangeRequest,
) {
  const { failed } = await changeStatuses(context, viewer, [{ id, expected_status }], change)
  if (failed[0]) throw failed[0].error
}

/** Deletes an application. @returns the file of its resume, to be removed */
export async function deleteApplication(transaction: Transaction<Tables>, id: number) {
  await lockCohortsOf(transaction, [id])
  const application = await transaction
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'applications.resume_id')
    .select(['files.id as file_id', 'files.key', 'applications.cohort_id', 'applications.status'])
    .where('applications.id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  await transaction.deleteFrom('applications').where('id', '=', id).execute()
  if (takesSpot(application.status)) {
    await transaction
      .updateTable('cohorts')
      .set((set) => ({ registered: set('registered', '-', 1) }))
      .where('id', '=', application.cohort_id)
      .execute()
  }
  await transaction
    .updateTable('files')
    .set({ claimed_at: null })
    .where('id', '=', application.file_id)
    .execute()
  return { id: application.file_id, key: application.key }
}

const fullCohort = () =>
  conflict('The cohort is full, so this application cannot come back. Raise the limit first.')

/** Errors that name who has changed the status of an application, from what to what, and when. */
async function concurrentChanges(
  transaction: Transaction<Tables>,
  rows: readonly { id: number; status: string }[],
) {
  if (rows.length === 0) return []
  const history = await transaction
    .selectFrom('application_history')
    .select(['application_id', 'from_status', 'to_status', 'by_name', 'created_at'])
    .where(
      'application_id',
      'in',
      rows.map(({ id }) => id),
    )
    .whereRef('from_status', '!=', 'to_status')
    .orderBy('id')
    .execute()
  const last = new Map(history.map((change) => [change.application_id, change]))
  return rows.map(({ id, status }) => {
    const change = last.get(id)
    const what = change
      ? `${change.by_name || 'Somebody'} changed this application from ${change.from_status} to ${change.to_status} at ${formatDateTime(change.created_at)}.`
      : `This application is ${status} now.`
    return { id, error: conflict(`${what} Please look at it again.`) }
  })
}

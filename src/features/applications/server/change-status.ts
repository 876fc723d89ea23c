import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { keepUsers } from '#database/lock-row.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, movedMeanwhile, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { runBatchOfEdits } from '#platform/rows/edit-many.ts'
import type { AuditPart } from '#platform/rows/stream-batch.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { undoneNote } from '#shared/audit-actions.ts'
import { type ApplicationStatus, isClosed } from '../validation.ts'
import { concurrentChanges, insertEntries, isLaterThan } from './history.ts'
import type { Deciding } from './interview-seats.ts'
import { type LockedCohort, lockCohortsOf, storeSpots } from './lock-cohorts.ts'
import { keepMentioned, recordMentions } from './mentions.ts'
import { isWaiting, takesSpot } from './spots.ts'
import { tellApplicants } from './tell-applicants.ts'
import { updateApplications } from './update-applications.ts'

/** An application, and the status that the user saw: when it is another by now, the change is refused. */
export type SeenApplication = { id: number; expected_status?: ApplicationStatus }

export type StatusChangeRequest = {
  status: ApplicationStatus
  notes: string
  /** Whether the applicants are written to, where there is an email for it. */
  send_email: boolean
}

/** The status that an application is to have. */
export type WantedStatus = SeenApplication & {
  status: ApplicationStatus
  /** Refuses the change when the status has changed after this time, even if it is the expected one again. */
  unchanged_since?: string
}

type Row = { id: number; status: string; cohort_id: number; waiting_since: string | null }

type StatusOutcome = {
  succeeded: number[]
  /** 404; 409 when the status has changed since it was seen, or the cohort has no spot left. */
  failed: { id: number; error: Error }[]
  notices: string[]
}

/**
 * Changes the status of some applications, records the changes in their histories, and takes or releases the spots of
 * their cohorts and the seats of their interviews. If a status stays the same, only the note is added, if there is one.
 * @returns the outcome of each application, and the changed rows; those that fail don't keep the others from being
 * changed
 */
export async function changeWithin(
  transaction: Transaction<Tables>,
  { context, seats }: Deciding,
  wanted: readonly WantedStatus[],
  {
    notes,
    send_email: isSent,
    isUndo = false,
  }: Pick<StatusChangeRequest, 'notes' | 'send_email'> & { isUndo?: boolean },
): Promise<StatusOutcome & { changes: BatchChange[] }> {
  const viewer = requireViewer(context)
  const byId = new Map(wanted.map((one) => [one.id, one]))
  const ids = [...byId.keys()]
  await keepUsers(transaction, [viewer.id])
  const cohorts = await lockCohortsOf(transaction, ids)
  const rows = await transaction
    .selectFrom('applications')
    .select(['id', 'status', 'cohort_id', 'waiting_since'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const changedSince = await findChangedSince(transaction, wanted)
  const isSeen = ({ id, status }: Row) =>
    (byId.get(id)?.expected_status ?? status) === status && !changedSince.has(id)
  const { accepted, failed, unseen } = sortOut([...byId.values()], rows, cohorts, isSeen)
  failed.push(...(await concurrentChanges(transaction, unseen)))
  const at = context.now().toISOString()
  const changed = accepted.filter(({ status, to }) => status !== to || notes !== '')
  const decided = changed.filter(({ status, to }) => status !== to)
  await updateApplications(
    transaction,
    changed.map(({ id, to }) => ({ id, status: to })),
    at,
  )
  const told = await tellApplicants(
    transaction,
    context,
    decided.map(({ id, to }) => ({ id, kind: emailKindOf(to) })),
    { of: 'status', isUndo, isSent },
  )
  await insertEntries(
    transaction,
    { kind: 'status', by: viewer, at, isUndo },
    changed.map(({ id, status, to }) => ({
      id,
      status,
      to_status: to,
      notes,
      ...told.entries.get(id),
    })),
  )
  await storeSpots(transaction, cohorts.values())
  const closed = changed.filter(({ status, to }) => !isClosed(status) && isClosed(to))
  // Applicants who can choose a time again, perhaps after another status, may have lost the invitation by the decision.
  const back = changed.filter(
    ({ status, to }) => to === 'SHORTLISTED' || (isClosed(status) && !isClosed(to)),
  )
  const notices = [
    ...told.notices,
    ...(await seats.release(transaction, context, idsOf(closed))),
    ...(await seats.restore(transaction, context, idsOf(back))),
  ]
  const changes = decided.map(({ id, status }) => ({ id, from: status, version: at }))
  return { succeeded: idsOf(accepted), failed, notices, changes }
}

/**
 * Tells which changes can be made, and counts their spots in the cohorts.
 * @returns `unseen`: those that are refused because the user did not see them as they are
 */
function sortOut(
  wanted: readonly WantedStatus[],
  rows: readonly Row[],
  cohorts: ReadonlyMap<number, LockedCohort>,
  isSeen: (row: Row) => boolean,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const accepted: (Row & { to: ApplicationStatus })[] = []
  const unseen: Row[] = []
  const failed: StatusOutcome['failed'] = []
  for (const { id, status } of wanted) {
    const row = byId.get(id)
    const cohort = row && cohorts.get(row.cohort_id)
    if (!row) failed.push({ id, error: notFound('This application') })
    else if (!cohort) failed.push({ id, error: movedMeanwhile() })
    else if (!isSeen(row)) unseen.push(row)
    else {
      const spots = Number(takesSpot({ ...row, status })) - Number(takesSpot(row))
      if (spots > 0 && cohort.registered >= cohort.capacity) {
        failed.push({ id, error: isWaiting(row) ? noSpot() : fullCohort() })
        continue
      }
      cohort.registered += spots
      accepted.push({ ...row, to: status })
    }
  }
  return { accepted, failed, unseen }
}

/** Nobody is written to who is pending again. */
const emailKindOf = (status: ApplicationStatus) => (status === 'PENDING' ? null : status)

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Those of the applications whose status has changed after the time given for them. */
async function findChangedSince(transaction: Transaction<Tables>, wanted: readonly WantedStatus[]) {
  const since = new Map(
    wanted.flatMap(({ id, unchanged_since }) => (unchanged_since ? [[id, unchanged_since]] : [])),
  )
  if (since.size === 0) return new Set<number>()
  const latest = await transaction
    .selectFrom('application_history')
    .select((select) => [
      'application_id as id',
      select.fn.max<string>('created_at').as('created_at'),
    ])
    .where('application_id', 'in', [...since.keys()])
    .whereRef('from_status', '!=', 'to_status')
    .groupBy('application_id')
    .execute()
  return new Set(idsOf(latest.filter((entry) => isLaterThan(entry, since.get(entry.id)))))
}

/**
 * Changes the status of some applications in one transaction, as a batch that can be undone.
 * @param change.batch of a batch that goes on; null begins one
 * @throws 404 when there is no such batch to go on with
 */
export function changeStatuses(
  deciding: Deciding,
  seen: readonly SeenApplication[],
  { status, batch, ...how }: StatusChangeRequest & { batch: number | null },
  audit: AuditPart,
) {
  const wanted = seen.map((one) => ({ ...one, status }))
  return runBatchOfEdits(deciding.context, {
    target: 'application',
    to: status,
    batch,
    audit,
    run: (transaction) => changeWithin(transaction, deciding, wanted, how),
  })
}

/**
 * Changes one status.
 * @param change.is_undo missing from pages that were opened before this field existed: those tell an undo by its note
 *   alone. A month after the update the note need not be read any more.
 * @returns what the user is to know
 * @throws 404; 409 when it has changed since it was seen, or the cohort has no spot left
 */
export function changeStatus(
  deciding: Deciding,
  {
    notes,
    send_email,
    is_undo: isUndo = notes === undoneNote,
    ...wanted
  }: WantedStatus & StatusChangeRequest & { is_undo?: boolean },
) {
  const { context } = deciding
  const change = async (transaction: Transaction<Tables>) => {
    await keepMentioned(transaction, notes)
    const { failed, notices, changes } = await changeWithin(transaction, deciding, [wanted], {
      notes,
      send_email,
      isUndo,
    })
    if (failed[0]) throw failed[0].error
    const isChanged = changes.length > 0
    if (isChanged || notes !== '') {
      await writeAudit(transaction, context, {
        action: 'changed',
        target: 'application',
        id: wanted.id,
        details: { ...(isChanged && { status: wanted.status }), has_notes: notes !== '' },
      })
    }
    if (!notes.includes('@')) return notices
    const entry = await transaction
      .selectFrom('application_history')
      .select('id')
      .where('application_id', '=', wanted.id)
      .where('kind', '=', 'status')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const source = { application_id: wanted.id, history_id: entry.id }
    await recordMentions(transaction, source, notes, context.now())
    return notices
  }
  // Others that withhold or retry emails take them in another order.
  return retryAfterDeadlock(() => context.database.transaction().execute(change))
}

const noSpot = () =>
  conflict('The cohort is full, so nobody who waits can be accepted. Raise the limit first.')

const fullCohort = () =>
  conflict('The cohort is full, so this application cannot come back. Raise the limit first.')

import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { keepUsers } from '#database/lock-row.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import { type BatchLine, runBatchOfEdits } from '#platform/http/edit-many.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { undoneNote } from '#shared/audit-actions.ts'
import type { ApplicationStatus } from '../validation.ts'
import { concurrentChanges, isLaterThan } from './history.ts'
import type { Deciding } from './interview-seats.ts'
import { lockCohortsOf, movedMeanwhile, storeSpots } from './lock-cohorts.ts'
import { keepMentioned, recordMentions } from './mentions.ts'
import { isWaiting, takesSpot } from './spots.ts'
import { noEmail, tellApplicants } from './tell-applicants.ts'

/** An application, and the status that the user saw: when it is another by now, the change is refused. */
export type SeenApplication = { id: number; expected_status?: ApplicationStatus | undefined }

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
  { notes, send_email: isSent }: Pick<StatusChangeRequest, 'notes' | 'send_email'>,
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
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const changedSince = await findChangedSince(transaction, wanted)
  const outcome: StatusOutcome = { succeeded: [], failed: [], notices: [] }
  const changed: typeof rows = []
  const changedBefore: typeof rows = []
  for (const { id, status, expected_status } of byId.values()) {
    const row = rowsById.get(id)
    const cohort = row && cohorts.get(row.cohort_id)
    if (!row) outcome.failed.push({ id, error: notFound('This application') })
    else if (!cohort) outcome.failed.push({ id, error: movedMeanwhile() })
    else if ((expected_status ?? row.status) !== row.status || changedSince.has(id)) {
      changedBefore.push(row)
    } else {
      const spots = Number(takesSpot({ ...row, status })) - Number(takesSpot(row))
      if (spots > 0 && cohort.registered >= cohort.capacity) {
        outcome.failed.push({ id, error: isWaiting(row) ? noSpot() : fullCohort() })
        continue
      }
      cohort.registered += spots
      outcome.succeeded.push(id)
      if (row.status !== status || notes !== '') changed.push(row)
    }
  }
  outcome.failed.push(...(await concurrentChanges(transaction, changedBefore)))
  const at = context.now().toISOString()
  const statusOf = (id: number) => (byId.get(id) as WantedStatus).status
  const decided = changed.filter(({ id, status }) => status !== statusOf(id))
  if (changed.length > 0) {
    for (const [status, some] of Map.groupBy(changed, ({ id }) => statusOf(id))) {
      await transaction
        .updateTable('applications')
        .set({ status, updated_at: at })
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute()
    }
    const { entries, notices } = await tellApplicants(
      transaction,
      context,
      decided.map(({ id }) => ({ id, kind: emailKindOf(statusOf(id)) })),
      { of: 'status', isUndo: notes === undoneNote, isSent },
    )
    outcome.notices.push(...notices)
    await transaction
      .insertInto('application_history')
      .values(
        changed.map(({ id, status }) => ({
          application_id: id,
          from_status: status,
          to_status: statusOf(id),
          notes,
          ...(entries.get(id) ?? noEmail),
          by_user_id: viewer.id,
          by_name: viewer.name,
          created_at: at,
        })),
      )
      .execute()
    await storeSpots(transaction, cohorts.values())
  }
  const closed = changed.filter((row) => !isClosed(row.status) && isClosed(statusOf(row.id)))
  // Whoever can choose a time again, perhaps after a status between, may have lost the invitation with the decision.
  const back = changed.filter(({ id, status }) => {
    const to = statusOf(id)
    return to === 'SHORTLISTED' || (isClosed(status) && !isClosed(to))
  })
  outcome.notices.push(
    ...(await seats.free(transaction, context, idsOf(closed))),
    ...(await seats.restore(transaction, context, idsOf(back))),
  )
  const changes = decided.map(({ id, status }) => ({ id, from: status, version: at }))
  return { ...outcome, changes }
}

/** Nobody is written to who is pending again. */
const emailKindOf = (status: ApplicationStatus) => (status === 'PENDING' ? null : status)

const isClosed = (status: string) => status === 'REJECTED' || status === 'WITHDRAWN'

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
  line: BatchLine,
) {
  const wanted = seen.map((one) => ({ ...one, status }))
  return runBatchOfEdits(deciding.context, {
    target: 'application',
    to: status,
    batch,
    line,
    run: (transaction) => changeWithin(transaction, deciding, wanted, how),
  })
}

/**
 * Changes one status. @returns what the user is to know @throws 404; 409 when it has changed since it was seen, or the
 * cohort has no spot left
 */
export function changeStatus(
  deciding: Deciding,
  { notes, send_email, ...wanted }: WantedStatus & StatusChangeRequest,
) {
  const { context } = deciding
  const change = async (transaction: Transaction<Tables>) => {
    await keepMentioned(transaction, notes)
    const { failed, notices, changes } = await changeWithin(transaction, deciding, [wanted], {
      notes,
      send_email,
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

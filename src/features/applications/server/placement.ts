import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { keepUsers } from '#database/lock-row.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, movedMeanwhile, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchPart } from '#platform/rows/stream-batch.ts'
import type { StatusEmailKind } from '#shared/status-emails.ts'
import { isClosed } from '../validation.ts'
import type { SeenApplication } from './change-status.ts'
import { concurrentChanges, findLatestEntries, insertEntries, isLaterThan } from './history.ts'
import type { Deciding } from './interview-seats.ts'
import { type LockedCohort, lockCohortsOf, storeSpots } from './lock-cohorts.ts'
import { type ApplicationPlace, placeText, type WantedSpot, writePlace } from './places.ts'
import { recountScores } from './recount-scores.ts'
import { isWaiting, takesSpot } from './spots.ts'
import { tellApplicants } from './tell-applicants.ts'
import { updateApplications } from './update-applications.ts'

/** The cohort that an application is to be in, and whether it is to wait there. */
export type WantedPlace = SeenApplication & {
  /** Undefined for the one that it is in. */
  cohort?: number
  spot: WantedSpot
  /** The cohort that the user saw: when it is another by now, the change is refused. */
  expected?: number
  /** Refuses the change when somebody has moved it after this time. */
  unchanged_since?: string
}

type Row = {
  id: number
  email_key: string
  status: string
  cohort_id: number
  waiting_since: string | null
  updated_at: string
}

/**
 * Moves applications to cohorts, and between the waiting list and a spot. The cohorts are locked, so that no spot is
 * given twice. Those that fail don't keep the others from being moved.
 */
export async function placeWithin(
  transaction: Transaction<Tables>,
  { context, seats }: Deciding,
  wanted: readonly WantedPlace[],
  { isUndo = false, isSent = true }: { isUndo?: boolean; isSent?: boolean } = {},
): Promise<Omit<BatchPart, 'batch'> & { changes: BatchChange[] }> {
  const outcome: Omit<BatchPart, 'batch'> = { succeeded: [], failed: [] }
  const ids = idsOf(wanted)
  const targets = [...new Set(wanted.flatMap(({ cohort }) => cohort ?? []))]
  const by = requireViewer(context)
  await keepUsers(transaction, [by.id])
  const cohorts = await lockCohortsOf(transaction, ids, targets)
  const rows = await transaction
    .selectFrom('applications')
    .select(['id', 'email_key', 'status', 'cohort_id', 'waiting_since', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Only those may be refused for what has changed.
  const doubtful = wanted.filter(
    (one) => one.unchanged_since !== undefined || isElsewhere(one, byId.get(one.id)),
  )
  const latest = await findLatestEntries(transaction, idsOf(doubtful), ['move', 'waiting'])
  const at = nextVersionOfAll(rows, context.now())
  const emails = await findEmails(transaction, targets, rows)
  const changed: { id: number; before: Row; after: Row }[] = []
  const decidedBefore: Row[] = []

  for (const one of wanted) {
    const { id, expected_status, unchanged_since } = one
    const row = byId.get(id)
    const from = row && cohorts.get(row.cohort_id)
    const to = row && cohorts.get(one.cohort ?? row.cohort_id)
    const last = latest.get(id)
    const refuse = (error: Error) => outcome.failed.push({ id, error })
    if (!row) refuse(notFound('This application'))
    else if (!from) refuse(movedMeanwhile())
    else if (!to) refuse(notFound('The cohort'))
    else if (isElsewhere(one, row) || isLaterThan(last, unchanged_since)) {
      const what = last?.describe() ?? `This application is in ${from.name} now.`
      refuse(conflict(`${what} Please look at it again.`))
    } else if ((expected_status ?? row.status) !== row.status) decidedBefore.push(row)
    else {
      const after = moveOne(row, one, { from, to }, { at, emails })
      if (after instanceof Error) refuse(after)
      else {
        outcome.succeeded.push(id)
        if (after !== row) changed.push({ id, before: row, after })
      }
    }
  }
  outcome.failed.push(...(await concurrentChanges(transaction, decidedBefore)))
  await updateApplications(
    transaction,
    // The cohort only where it changes: the waiting list of many is written at once.
    changed.map(({ id, before, after: { cohort_id, waiting_since } }) => ({
      id,
      ...(cohort_id !== before.cohort_id && { cohort_id }),
      waiting_since,
    })),
    at,
  )
  const moved = changed.filter(({ before, after }) => before.cohort_id !== after.cohort_id)
  await recountScores(transaction, idsOf(moved))
  await storeSpots(transaction, cohorts.values())
  const placeIn = (row: Row): ApplicationPlace => ({
    cohort: row.cohort_id,
    isWaiting: isWaiting(row),
  })
  const nameOf = ({ cohort }: ApplicationPlace) => cohorts.get(cohort)?.name ?? ''
  const entries = changed.map(({ before, after }) => {
    const kind = before.cohort_id === after.cohort_id ? ('waiting' as const) : ('move' as const)
    const [from, to] = [placeIn(before), placeIn(after)]
    return {
      id: before.id,
      status: before.status,
      email: emailKindOf(before, after),
      kind,
      place: { from, to },
    }
  })
  const told = await tellApplicants(
    transaction,
    context,
    entries.map(({ id, email, place }) => ({ id, kind: email, place })),
    { of: 'place', isUndo, isSent },
  )
  for (const [kind, some] of Map.groupBy(entries, (entry) => entry.kind)) {
    const withEmails = some.map(({ id, status, place }) => ({
      id,
      status,
      from_text: placeText(kind, { ...place.from, name: nameOf(place.from) }),
      to_text: placeText(kind, { ...place.to, name: nameOf(place.to) }),
      from_cohort_id: place.from.cohort,
      from_waiting: Number(place.from.isWaiting),
      ...told.entries.get(id),
    }))
    await insertEntries(transaction, { kind, by, at, isUndo }, withEmails)
  }
  const changes = changed.map(({ before }) => ({
    id: before.id,
    from: writePlace(before),
    version: at,
  }))
  const displaced = changed.filter(
    (one) => moved.includes(one) || (isWaiting(one.after) && !isWaiting(one.before)),
  )
  const withSpot = changed.filter(({ after }) => !isWaiting(after))
  const notices = [
    ...told.notices,
    ...(await seats.release(transaction, context, idsOf(displaced))),
    ...(await seats.restore(transaction, context, idsOf(withSpot))),
  ]
  return { ...outcome, changes, notices }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Whether it is in another cohort than the user saw. */
const isElsewhere = ({ expected }: WantedPlace, row: Row | undefined) =>
  expected !== undefined && row?.cohort_id !== expected

/** The email about a place; an applicant who is out of the running gets none. */
function emailKindOf(before: Row, after: Row): StatusEmailKind | null {
  if (isClosed(after.status)) return null
  const isMoved = after.cohort_id !== before.cohort_id
  if (isWaiting(after)) return 'WAITING'
  return isMoved ? 'MOVED' : 'SPOT'
}

/**
 * Takes and releases the spots of one application.
 * @returns the row as it is then, the same if nothing changes, or why it can't be
 */
function moveOne(
  row: Row,
  { spot }: WantedPlace,
  { from, to }: { from: LockedCohort; to: LockedCohort },
  { at, emails }: { at: string; emails: Set<string> },
): Row | Error {
  const isMoved = from !== to
  const isFull = to.registered - Number(!isMoved && takesSpot(row)) >= to.capacity
  if (spot.kind === 'end' && !isWaiting({ ...row, waiting_since: at })) {
    return conflict('This application is decided, so it does not wait for a spot.')
  }
  const waiting_since = waitingSince(row, spot, { at, isMoved, isFull })
  const after = { ...row, cohort_id: to.id, waiting_since }
  if (!isMoved && waiting_since === row.waiting_since) return row
  const keyIn = (cohort: LockedCohort) => `${cohort.id} ${row.email_key}`
  if (isMoved && emails.has(keyIn(to))) {
    return conflict(`${to.name} has an application with this email already.`)
  }
  if (takesSpot(after) && isFull) {
    return conflict(`${to.name} is full. Raise its limit, or use its waiting list.`)
  }
  from.registered -= Number(takesSpot(row))
  to.registered += Number(takesSpot(after))
  if (isMoved) {
    emails.delete(keyIn(from))
    emails.add(keyIn(to))
  }
  return after
}

/** Since when an application is to wait; null for a spot. */
function waitingSince(
  row: Row,
  spot: WantedSpot,
  { at, isMoved, isFull }: { at: string; isMoved: boolean; isFull: boolean },
) {
  switch (spot.kind) {
    case 'spot':
      return null
    case 'end':
      return isWaiting(row) && !isMoved ? row.waiting_since : at
    case 'if full':
      return isFull && takesSpot({ ...row, waiting_since: null }) ? at : null
    case 'since':
      return spot.at
  }
}

/** The emails that the targets have already, of those that are to be moved. */
async function findEmails(
  transaction: Transaction<Tables>,
  targets: readonly number[],
  rows: readonly Row[],
) {
  if (targets.length === 0 || rows.length === 0) return new Set<string>()
  const taken = await transaction
    .selectFrom('applications')
    .select(['cohort_id', 'email_key'])
    .where(
      'email_key',
      'in',
      rows.map((row) => row.email_key),
    )
    .where('cohort_id', 'in', targets)
    .execute()
  return new Set(taken.map(({ cohort_id, email_key }) => `${cohort_id} ${email_key}`))
}

import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits } from '#platform/rows/edit-many.ts'
import type { AuditPart } from '#platform/rows/stream-batch.ts'
import { recruiters } from '#shared/roles.ts'
import type { Deciding, InterviewSeats } from './interview-seats.ts'
import { placeWithin, type WantedPlace } from './placement.ts'
import { placeText, readPlace, type WantedSpot } from './places.ts'
import { findApplicantNames } from './queries.ts'
import { waitingStatuses } from './spots.ts'

/**
 * Places some applications in one transaction, as a batch that can be undone.
 * @param to the cohort, `waiting` or `spot`
 * @param find finds them in the transaction
 * @param options.batch the one to go on with; null begins one @param options.isSent whether the applicants are written to
 * @throws 404 when there is no such batch to go on with
 */
export function placeApplications(
  deciding: Deciding,
  to: string,
  find: (transaction: Transaction<Tables>) => Promise<readonly WantedPlace[]>,
  { batch, isSent, audit }: { batch: number | null; isSent: boolean; audit: AuditPart },
) {
  return runBatchOfEdits(deciding.context, {
    target: 'place',
    to,
    batch,
    audit,
    async run(transaction) {
      const wanted = new Map((await find(transaction)).map((one) => [one.id, one]))
      return placeWithin(transaction, deciding, [...wanted.values()], { isSent })
    },
  })
}

/**
 * The applications that wait longest, as many as there are free spots.
 * @param seen how many wait, as the user saw it
 * @throws 404; 409 when nobody waits, no spot is free, or more or fewer wait than was seen: the first of them may have got
 *   their spot by the same press
 */
export async function findNextWaiting(
  transaction: Transaction<Tables>,
  cohort: number,
  count: number,
  seen?: number,
): Promise<WantedPlace[]> {
  if (!(await lockRow(transaction, 'cohorts', cohort))) throw notFound('This cohort')
  const { name, capacity, registered } = await transaction
    .selectFrom('cohorts')
    .select(['name', 'capacity', 'registered'])
    .where('id', '=', cohort)
    .executeTakeFirstOrThrow()
  if (registered >= capacity) throw conflict(`${name} is full: no spot is free.`)
  const waiting = transaction
    .selectFrom('applications')
    .where('cohort_id', '=', cohort)
    .where('waiting_since', 'is not', null)
    .where('status', 'in', waitingStatuses)
  const rows = await waiting
    .select('id')
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(Math.min(count, capacity - registered))
    .execute()
  if (rows.length === 0) throw conflict(`Nobody waits for a spot in ${name}.`)
  const { total } = await waiting
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (seen !== undefined && total !== seen) {
    const verb = total === 1 ? 'waits' : 'wait'
    throw conflict(`${total} ${verb} for a spot in ${name} by now, not ${seen}. Please look again.`)
  }
  return rows.map(({ id }) => ({ id, spot: { kind: 'spot' } }))
}

const names = { waiting: 'Waiting list', spot: 'A spot' } as const

/** How batches of moves are shown and undone. */
export const placementBatches = (seats: InterviewSeats): BatchRows => ({
  access: recruiters,
  tags: ['Application', 'Cohort', 'Interview', 'Email'],
  findNames: findApplicantNames,

  async findLabels(database, values) {
    const ids = [...new Set(values.map((value) => readPlace(value).cohort_id))].filter(Boolean)
    const rows =
      ids.length === 0
        ? []
        : await database
            .selectFrom('cohorts')
            .select(['id', 'name'])
            .where('id', 'in', ids)
            .execute()
    const cohorts = new Map(rows.map(({ id, name }) => [id, name]))
    return (value: string) => {
      const { cohort_id, waiting_since } = readPlace(value)
      const name = cohorts.get(cohort_id) ?? 'A deleted cohort'
      const isWaiting = waiting_since !== null
      return names[value as keyof typeof names] ?? placeText('move', { name, isWaiting })
    }
  },

  restore(transaction, context, _to, changes) {
    const wanted = changes.map(({ id, from, version: unchanged_since }) => {
      const { cohort_id: cohort, waiting_since: at } = readPlace(from)
      const spot: WantedSpot = at === null ? { kind: 'spot' } : { kind: 'since', at }
      return { id, cohort, spot, unchanged_since }
    })
    return placeWithin(transaction, { context, seats }, wanted, { isUndo: true })
  },
})

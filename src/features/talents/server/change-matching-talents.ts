import { inIdWindows } from '#database/id-windows.ts'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { changeAllMatching } from '#platform/rows/change-all-matching.ts'
import { asSeen } from '#platform/rows/seen-rows.ts'
import type { MatchingTalents, TalentFilters } from '../contract.ts'
import { matchingTalents } from './queries.ts'
import { changeTalents, talentBatches } from './talent-batches.ts'

/**
 * Changes the status of all talents that matched when the user saw the list.
 * @throws 409 when more match than the user saw
 */
export function changeMatchingTalents(
  context: RequestContext,
  { filters, seen_at, seen_total: seenTotal, status, notes }: MatchingTalents,
) {
  return changeAllMatching(context, {
    noun: 'talent',
    filters,
    seenTotal,
    findNames: talentBatches.findNames,
    details: { action: 'status', status, has_notes: notes !== '' },
    tags: ['Talent', 'Batch'],
    find: () => findTalentsAsSeen(context, filters, seen_at),
    change: (seen: readonly SeenTalent[], batch, audit) =>
      changeTalents(
        context,
        seen.map((one) => ({ ...one, status })),
        { status, notes, batch },
        audit,
      ),
  })
}

/** A talent and the version that the user surely saw, or a moment after it. */
type SeenTalent = { id: number; expected: string }

/** How many change in one transaction, so that others wait for 50 ms at most. */
const windowSize = 200

/**
 * The talents that matched at a moment, in windows in the order of their ids. Staff change nothing but their status.
 */
async function* findTalentsAsSeen(
  context: RequestContext,
  { status, ...others }: TalentFilters,
  at: string,
): AsyncGenerator<SeenTalent[]> {
  const { database } = context
  const windows = inIdWindows((after) =>
    matchingTalents(database, others)
      .select(['talents.id', 'talents.status', 'talents.created_at', 'talents.updated_at'])
      .where('talents.created_at', '<=', at)
      .where('talents.id', '>', after)
      .orderBy('talents.id')
      .limit(windowSize)
      .execute(),
  )
  for await (const rows of windows) {
    const changed = rows.filter(({ updated_at }) => updated_at > at).map(({ id }) => id)
    const before = await findStatusesAt(database, changed, at)
    const matched = rows.filter(
      (row) => !status || (status as string[]).includes(before.get(row.id) ?? row.status),
    )
    yield asSeen(context, { table: 'talents', target: 'talent' }, matched, at)
  }
}

/** The statuses that talents had at a moment, by their ids: what their first change since then has replaced. */
async function findStatusesAt(database: Database, ids: readonly number[], at: string) {
  if (ids.length === 0) return new Map<number, string>()
  const changes = await database
    .selectFrom('talent_history')
    .select(['talent_id', 'from_status'])
    .where('talent_id', 'in', ids)
    .where('created_at', '>', at)
    .orderBy('id', 'desc')
    .execute()
  // The first one comes last, and stays.
  return new Map(changes.map(({ talent_id, from_status }) => [talent_id, from_status ?? '']))
}

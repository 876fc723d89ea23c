import { sql } from 'kysely'
import { findBefore } from '#database/edits.ts'
import { inIdWindows } from '#database/id-windows.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { changeAllMatching } from '#platform/rows/change-all-matching.ts'
import { asSeen } from '#platform/rows/seen-rows.ts'
import type { ContactFilters, MatchingContacts } from '../contract.ts'
import { changesOf } from './change-many.ts'
import { changeMessages, findMessageNames } from './message-batches.ts'
import { lockOwner } from './owners.ts'
import { conditionsOf, ownersOf, type RememberedContact, type SeenFilters } from './queries.ts'

/**
 * Changes all messages that matched when the user saw the list.
 * @throws 400 for an owner who can't take care of messages; 409 when more match than the user saw
 */
export async function changeMatchingMessages(context: RequestContext, input: MatchingContacts) {
  const { filters, action, owner = null, seen_at, seen_total: seenTotal } = input
  const { database } = context
  const changes = changesOf(action, owner)
  if (changes.owner) {
    const { owner: id } = changes
    await database.transaction().execute((transaction) => lockOwner(transaction, id))
  }
  const viewerId = requireViewer(context).id
  return changeAllMatching(context, {
    noun: 'message',
    filters,
    seenTotal,
    findNames: findMessageNames,
    details: { action, ...(changes.owner !== undefined && { owner }) },
    tags: ['Contact', 'Batch'],
    find: () => findMessagesAsSeen(context, { ...filters, viewerId }, seen_at),
    change: (seen: readonly SeenMessage[], batch, audit) =>
      changeMessages(context, seen, changes, batch, audit),
  })
}

/** A message and the version that the user surely saw, or a moment after it. */
type SeenMessage = { id: number; expected: string }

/** How many change in one transaction, so that others wait for 50 ms at most. */
const windowSize = 200

/** The messages that matched at a moment, in windows in the order of their ids. Some are empty. */
async function* findMessagesAsSeen(
  context: RequestContext,
  filters: SeenFilters,
  at: string,
): AsyncGenerator<SeenMessage[]> {
  const { database } = context
  const isFound = sql.join([sql`1 = 1`, ...conditionsOf(filters.search ?? '')], sql` and `)
  const windows = inIdWindows((after) =>
    database
      .selectFrom('contact_messages')
      .select(['id', 'status', 'read_at', 'owner_id', 'created_at', 'updated_at'])
      .select(sql<boolean>`${isFound}`.as('is_found'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(windowSize)
      .execute(),
  )
  for await (const rows of windows) {
    // Settled messages lose a deleted owner without a new version.
    const changed = rows
      .filter(({ updated_at, owner_id }) => updated_at > at || owner_id === null)
      .map(({ id }) => id)
    const before = await findBefore<RememberedContact>(database, 'contact_messages', changed, at)
    const matched = rows.filter(
      ({ id, is_found, created_at, status, owner_id: owner, read_at }) => {
        if (!is_found || created_at > at) return false
        // Opening a message makes no new version.
        const is_read = read_at !== null && read_at <= at
        return isMatch(before.get(id) ?? { status, owner, is_read }, filters)
      },
    )
    yield asSeen(context, { table: 'contact_messages', target: 'message' }, matched, at)
  }
}

function isMatch(
  message: RememberedContact,
  { status, is_read, owner, viewerId }: ContactFilters & Pick<SeenFilters, 'viewerId'>,
) {
  if (status && !(status as string[]).includes(message.status)) return false
  if (is_read !== undefined && message.is_read !== is_read) return false
  return !owner || ownersOf(owner, viewerId).includes(message.owner)
}

import { type Insertable, sql, type Transaction } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { daysBefore, hourMs } from '#shared/durations.ts'
import { formatDateTime } from '#shared/format.ts'
import type { CommentDecision } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'

/** Who decides, and when. */
export type Decider = Pick<RequestContext, 'now' | 'viewer' | 'hasInvalidToken'>
type CommentChange = Omit<Insertable<Tables['comment_changes']>, 'decision_id' | 'changed_at'>

/**
 * Records what a decision changes of comments, in the transaction that does.
 * @param id of a decision that goes on and is locked; null begins one
 * @returns the decision's id
 */
export async function recordChanges(
  transaction: Transaction<Tables>,
  context: Decider,
  { id, action }: { id: number | null; action: Verdict | 'undo' },
  changes: readonly CommentChange[],
): Promise<number> {
  const at = context.now().toISOString()
  const decision_id = id ?? (await beginDecision(transaction, context, action, at))
  await transaction
    .insertInto('comment_changes')
    .values(changes.map((change) => ({ ...change, decision_id, changed_at: at })))
    .execute()
  await transaction
    .updateTable('comment_decisions')
    .set({ total: sql`total + ${changes.length}` })
    .where('id', '=', decision_id)
    .execute()
  return decision_id
}

async function beginDecision(
  transaction: Transaction<Tables>,
  context: Decider,
  action: string,
  created_at: string,
) {
  const viewer = requireViewer(context)
  const { id } = await transaction
    .insertInto('comment_decisions')
    .values({
      action,
      total: 0,
      by_user_id: viewer.id,
      by_name: viewer.name,
      undone_at: null,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks a decision that goes on or is undone. Comes before the locks of articles.
 * @returns whether it is there, and not undone
 */
export async function lockDecision(transaction: Transaction<Tables>, id: number) {
  await lockRow(transaction, 'comment_decisions', id)
  const decision = await transaction
    .selectFrom('comment_decisions')
    .select('undone_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return decision?.undone_at === null
}

const verbs: Record<string, string> = { approve: 'approved', reject: 'rejected', undo: 'put back' }

/** The last decision on each of these comments, by their ids. */
export async function findLastDecisions(database: Database, ids: readonly number[]) {
  const changes = await database
    .selectFrom('comment_changes')
    .innerJoin('comment_decisions', 'comment_decisions.id', 'comment_changes.decision_id')
    .select(['comment_id', 'action', 'by_name', 'created_at'])
    .where('comment_id', 'in', ids)
    .orderBy('comment_changes.id')
    .execute()
  return new Map(changes.map((change) => [change.comment_id, change]))
}

/** The error of each comment that is no longer as it was seen: it names who has decided on it, and when. */
export async function findStaleErrors(
  transaction: Transaction<Tables>,
  rows: readonly { id: number; status: string }[],
) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const last = await findLastDecisions(transaction, ids)
  return rows.map(({ id, status }) => {
    const change = last.get(id)
    const what = change
      ? `This comment was ${verbs[change.action]} by ${change.by_name} at ${formatDateTime(change.created_at)}.`
      : `This comment is ${status.toLowerCase()} now.`
    return { id, error: conflict(`${what} Please look at it again.`) }
  })
}

const decisionsMax = 50
const decisionsHours = 24

/** What a user has decided in the last 24 hours, the latest first, each with one of its comments. */
export async function findDecisions(
  database: Database,
  viewer: Viewer,
  now: Date,
): Promise<CommentDecision[]> {
  const since = new Date(now.getTime() - decisionsHours * hourMs).toISOString()
  const decisions = await database
    .selectFrom('comment_decisions')
    .select(['id', 'action', 'total', 'created_at', 'undone_at'])
    .where('by_user_id', '=', viewer.id)
    .where('action', '!=', 'undo')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(decisionsMax)
    .execute()
  if (decisions.length === 0) return []
  const samples = await database
    .selectFrom('comment_changes')
    .innerJoin('comments', 'comments.id', 'comment_changes.comment_id')
    .select(['comment_changes.decision_id', 'comments.name', 'comments.message'])
    // The index gives the first comment of a decision on very many, while a group would be read whole.
    .where('comment_changes.id', 'in', (first) =>
      first
        .selectFrom('comment_decisions')
        .select((select) =>
          select
            .selectFrom('comment_changes as changes')
            .select('changes.id')
            .whereRef('changes.decision_id', '=', 'comment_decisions.id')
            .orderBy('changes.id')
            .limit(1)
            .as('id'),
        )
        .where(
          'comment_decisions.id',
          'in',
          decisions.map(({ id }) => id),
        ),
    )
    .execute()
  const sampleOf = new Map(samples.map(({ decision_id, ...sample }) => [decision_id, sample]))
  return decisions.map((decision) => ({
    ...decision,
    action: decision.action as CommentDecision['action'],
    sample: sampleOf.get(decision.id) ?? null,
  }))
}

const keptDays = 30

/** Deletes decisions after a month. */
export async function removeOldDecisions({
  database,
  now,
}: Pick<RequestContext, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  const old = await database
    .selectFrom('comment_decisions')
    .select('id')
    .where('created_at', '<', before)
    .execute()
  for (const { id } of old) {
    await deleteInParts(database, 'comment_changes', sql`id`, sql`decision_id = ${sql.lit(id)}`)
    await database.deleteFrom('comment_decisions').where('id', '=', id).execute()
  }
}

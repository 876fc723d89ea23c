import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { Verdict } from '../validation.ts'
import { type Decider, recordChanges } from './decisions.ts'
import { lockComments, type SeenComment } from './lock-comments.ts'
import { noteDecidedAnswers } from './tell-followers.ts'

type Decision = {
  action: Verdict
  /** The decision under way that these comments belong to; null begins one. */
  decisionId?: number | null
}

export type DecisionOutcome = {
  succeeded: number[]
  /** 404; 409 when the status has changed since it was seen. */
  failed: { id: number; error: Error }[]
  articleIds: number[]
  /** The decision that can be undone. Null when there is none: nothing has changed, or comments were deleted. */
  decisionId: number | null
}

/** Approves or rejects comments, and keeps their former status, so that it can be undone. */
export async function decide(
  transaction: Transaction<Tables>,
  context: RequestContext,
  seen: readonly SeenComment[],
  decision: Decision,
): Promise<DecisionOutcome> {
  const { rows, failed, articleIds } = await lockComments(transaction, seen)
  return {
    failed,
    articleIds,
    succeeded: rows.map(({ id }) => id),
    decisionId: await decideLocked(transaction, context, rows, decision),
  }
}

type LockedComment = Awaited<ReturnType<typeof lockComments>>['rows'][number]

/** Approves or rejects locked comments. @returns the decision, if there is one */
export async function decideLocked(
  transaction: Transaction<Tables>,
  context: Decider,
  rows: readonly LockedComment[],
  { action, decisionId = null }: Decision,
): Promise<number | null> {
  const status = action === 'approve' ? 'APPROVED' : 'REJECTED'
  const changed = rows.filter((row) => row.status !== status)
  if (changed.length === 0) return decisionId
  const ids = changed.map(({ id }) => id)
  const changes = changed.map((row) => ({
    comment_id: row.id,
    from_status: row.status,
    from_held_at: row.held_at,
    to_status: status,
  }))
  const id = await recordChanges(transaction, context, { id: decisionId, action }, changes)
  await transaction
    .updateTable('comments')
    .set({ status, held_at: null, updated_at: context.now().toISOString() })
    .where('id', 'in', ids)
    .execute()
  await noteDecidedAnswers(transaction, changed, context.now())
  return id
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { auditInParts } from '#platform/security/audit-log.ts'
import { findStaleErrors, lockDecision, recordChanges } from './decisions.ts'
import { inWindows, windowSize } from './in-windows.ts'
import { lockComments } from './lock-comments.ts'
import { noteDecidedAnswers } from './tell-followers.ts'

/**
 * Gives the comments of a decision their former status, in short transactions. Those that somebody has decided on since
 * keep theirs, and fail. What breaks off half way can be repeated, and a decision under way goes no further.
 * @throws 404 for a decision that isn't the viewer's own; 409 for one that is undone already
 */
export async function undoDecision(context: RequestContext, id: number) {
  const { database } = context
  const decision = await database
    .selectFrom('comment_decisions')
    .select(['undone_at', 'total'])
    .where('id', '=', id)
    .where('by_user_id', '=', requireViewer(context).id)
    .where('action', '!=', 'undo')
    .executeTakeFirst()
  if (!decision) throw notFound('This decision')
  if (decision.undone_at) throw conflict('This has been undone already.')

  let lastChange = 0
  let undoId: number | null = null
  let counts = { succeeded: 0, failed: 0 }
  const countsWith = ({ restored, failed }: { restored: unknown[]; failed: unknown[] }) => ({
    succeeded: counts.succeeded + restored.length,
    failed: counts.failed + failed.length,
  })
  // Another one who undoes the decision at the same time leaves a line of their own.
  const tell = auditInParts(context, { action: 'batch', target: 'comment', id: null })
  return inWindows(context, decision.total, {
    async next(transaction) {
      await lockDecision(transaction, id)
      const changes = await transaction
        .selectFrom('comment_changes')
        .select(['id', 'comment_id', 'from_status', 'to_status'])
        .where('decision_id', '=', id)
        .where('id', '>', lastChange)
        .orderBy('id')
        .limit(windowSize)
        .execute()
      if (changes.length === 0) await closeDecision(transaction, id, context.now())
      return changes
    },
    async run(transaction, changes) {
      const outcome = await restore(transaction, context, { id, undoId }, changes)
      const details = { action: 'undo', decision: id, ...countsWith(outcome) }
      if (details.succeeded > 0) await tell(transaction, details)
      return outcome
    },
    onStored(changes, outcome) {
      lastChange = changes.at(-1)?.id ?? lastChange
      undoId = outcome.decisionId
      counts = countsWith(outcome)
    },
  })
}

const closeDecision = (transaction: Transaction<Tables>, id: number, now: Date) =>
  transaction
    .updateTable('comment_decisions')
    .set({ undone_at: now.toISOString() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()

type DecisionChange = { id: number; comment_id: number; from_status: string; to_status: string }

async function restore(
  transaction: Transaction<Tables>,
  context: RequestContext,
  { id, undoId }: { id: number; undoId: number | null },
  changes: readonly DecisionChange[],
) {
  const byComment = new Map(changes.map((change) => [change.comment_id, change]))
  const ids = [...byComment.keys()]
  const { rows, articleIds } = await lockComments(
    transaction,
    ids.map((comment) => ({ id: comment })),
  )
  const latest = await transaction
    .selectFrom('comment_changes')
    .select((select) => ['comment_id', select.fn.max('id').as('last')])
    .where('comment_id', 'in', ids)
    .groupBy('comment_id')
    .execute()
  const lastOf = new Map(latest.map(({ comment_id, last }) => [comment_id, last]))
  const isOurs = (row: { id: number }) => lastOf.get(row.id) === byComment.get(row.id)?.id
  const isBack = (row: { id: number; status: string }) =>
    row.status === byComment.get(row.id)?.from_status
  const ours = rows.filter((row) => isOurs(row))
  const restored = ours.map((row) => row.id)
  let decisionId = undoId
  if (restored.length > 0) {
    const former = (column: 'from_status' | 'from_held_at') => sql<string>`(
      select ${sql.ref(column)} from comment_changes
      where decision_id = ${id} and comment_id = comments.id
    )`
    const back = restored.map((comment_id) => {
      const { from_status, to_status } = byComment.get(comment_id) as DecisionChange
      return { comment_id, from_status: to_status, from_held_at: null, to_status: from_status }
    })
    const undo = { id: undoId, action: 'undo' } as const
    decisionId = await recordChanges(transaction, context, undo, back)
    await transaction
      .updateTable('comments')
      .set({
        status: former('from_status'),
        held_at: former('from_held_at'),
        updated_at: context.now().toISOString(),
      })
      .where('id', 'in', restored)
      .execute()
    await noteDecidedAnswers(transaction, ours, context.now())
  }
  return {
    articleIds,
    decisionId,
    restored,
    succeeded: rows.filter((row) => isOurs(row) || isBack(row)).map((row) => row.id),
    failed: await findStaleErrors(
      transaction,
      rows.filter((row) => !isOurs(row) && !isBack(row)),
    ),
  }
}

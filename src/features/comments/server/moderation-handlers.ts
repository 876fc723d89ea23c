import type { Transaction } from 'kysely'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/rows/audited.ts'
import { findPageWithinLimit } from '#platform/rows/paging-limit.ts'
import { toFailure } from '#platform/rows/stream-batch.ts'
import { auditBatch, writeAudit } from '#platform/security/audit-log.ts'
import { moderationContract } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import { answerComment } from './company-reply.ts'
import { type DecisionOutcome, decide } from './decide.ts'
import { decideMatching } from './decide-matching.ts'
import { findDecisions } from './decisions.ts'
import { findComments } from './find-comments.ts'
import type { SeenComment } from './lock-comments.ts'
import { commentsTag } from './queries.ts'
import { deleteComments } from './remove-comments.ts'
import { findComment, findCommentCounts, findCommentThread } from './staff-queries.ts'
import { undoDecision } from './undo.ts'
import { decideWave, findWaves } from './waves.ts'

const procedures = implementContract(moderationContract)

export const moderationHandlers = procedures.router({
  list: procedures.list.handler(async ({ input, context }) => {
    const seen_at = context.now().toISOString()
    const found = await findPageWithinLimit(input, (page) =>
      findComments(context.database, input, page),
    )
    return { ...found, seen_at }
  }),

  counts: procedures.counts.handler(({ context }) => findCommentCounts(context.database)),

  thread: procedures.thread.handler(async ({ input, context }) => {
    const thread = await findCommentThread(context.database, input.id)
    if (!thread) throw notFound('This comment')
    return thread
  }),

  approve: procedures.approve.handler(({ input, context }) => decideOne(context, input, 'approve')),

  reject: procedures.reject.handler(({ input, context }) => decideOne(context, input, 'reject')),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const outcome = await deleteAudited(context, 'comment', input.id, async (transaction) =>
      existing(await deleteComments(transaction, context, [input])),
    )
    dropPages(context, outcome)
  }),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const { comment_ids, action, expected_statuses } = input
    const seen = [...new Set(comment_ids)].map((id) => ({
      id,
      expected_status: expected_statuses?.[id],
    }))
    const decideAll = async (transaction: Transaction<Tables>) => {
      const done = await runBatch(transaction, context, seen, action)
      await auditBatch(context, 'comment', { action })(transaction, done)
      return done
    }
    const outcome = await retryAfterDeadlock(() =>
      context.database.transaction().execute(decideAll),
    )
    dropPages(context, outcome)
    return {
      succeeded: outcome.succeeded,
      failed: outcome.failed.map(toFailure),
      decision_id: outcome.decisionId,
    }
  }),

  decideMatching: procedures.decideMatching.handler(({ input, context }) =>
    decideMatching(context, input),
  ),

  answer: procedures.answer.handler(async ({ input, context }) =>
    getComment(context, await answerComment(context, input)),
  ),

  waves: procedures.waves.handler(async ({ context }) => {
    const seen_at = context.now().toISOString()
    return { results: await findWaves(context.database), seen_at }
  }),

  decideWave: procedures.decideWave.handler(({ input, context }) => decideWave(context, input)),

  decisions: procedures.decisions.handler(async ({ context }) => ({
    results: await findDecisions(context.database, requireViewer(context), context.now()),
  })),

  undo: procedures.undo.handler(({ input, context }) => undoDecision(context, input.id)),
})

async function decideOne(context: RequestContext, seen: SeenComment, action: Verdict) {
  const outcome = await context.database.transaction().execute(async (transaction) => {
    const done = existing(await decide(transaction, context, [seen], { action }))
    if (done.decisionId !== null) {
      await writeAudit(transaction, context, {
        action: 'changed',
        target: 'comment',
        id: seen.id,
        details: { status: action === 'approve' ? 'APPROVED' : 'REJECTED' },
      })
    }
    return done
  })
  dropPages(context, outcome)
  return { ...(await getComment(context, seen.id)), decision_id: outcome.decisionId }
}

const runBatch = (
  transaction: Transaction<Tables>,
  context: RequestContext,
  seen: readonly SeenComment[],
  action: Verdict | 'delete',
) =>
  action === 'delete'
    ? deleteComments(transaction, context, seen)
    : decide(transaction, context, seen, { action })

/** @throws why the only comment of a decision could not be decided on */
function existing(outcome: DecisionOutcome) {
  if (outcome.failed[0]) throw outcome.failed[0].error
  return outcome
}

/** The articles' cached comments must be dropped once the transaction has committed. */
const dropPages = ({ tagVersions }: RequestContext, { articleIds }: DecisionOutcome) =>
  tagVersions.invalidate(articleIds.map(commentsTag))

async function getComment({ database }: Pick<RequestContext, 'database'>, id: number) {
  const comment = await findComment(database, id)
  if (!comment) throw notFound('This comment')
  return comment
}

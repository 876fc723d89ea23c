import { sql, type Transaction } from 'kysely'
import { inIdWindows } from '#database/id-windows.ts'
import type { Database } from '#database/open.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import { contains, wordsIn } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { changeAllMatching } from '#platform/rows/change-all-matching.ts'
import { findRestored, surelySeenAt } from '#platform/rows/seen-rows.ts'
import type { AuditPart } from '#platform/rows/stream-batch.ts'
import type { CommentFilters, MatchingComments } from '../moderation-contract.ts'
import type { CommentStatus } from '../validation.ts'
import { isMatch, isWithoutWaves } from './comment-filters.ts'
import { type DecisionOutcome, decide } from './decide.ts'
import { lockDecision } from './decisions.ts'
import { asDecision, windowSize } from './in-windows.ts'
import type { SeenComment } from './lock-comments.ts'
import { commentsTag } from './queries.ts'
import { findCommentNames } from './staff-queries.ts'
import { findWaveKeys } from './waves.ts'

/**
 * Decides on all comments that matched when the user saw the list, in short transactions that are one decision.
 * @throws 409 when more match than the user saw; later, when the decision was undone before its end
 */
export async function decideMatching(context: RequestContext, input: MatchingComments) {
  const { filters, action, seen_at, seen_total: seenTotal } = input
  const { database, tagVersions } = context
  const waves = isWithoutWaves(filters) ? await findWaveKeys(database) : []

  const decideSome = (
    seen: readonly SeenComment[],
    decisionId: number | null,
    audit: AuditPart,
  ) => {
    const decideWithin = async (transaction: Transaction<Tables>): Promise<DecisionOutcome> => {
      if (decisionId !== null && !(await lockDecision(transaction, decisionId))) {
        throw conflict('This has been undone, so the rest stays as it was.')
      }
      const outcome = await decide(transaction, context, seen, { action, decisionId })
      await audit(transaction, outcome)
      return outcome
    }
    return retryAfterDeadlock(() => database.transaction().execute(decideWithin))
  }

  const { wave, ...told } = filters
  const steps = await changeAllMatching(context, {
    noun: 'comment',
    seenTotal,
    details: { action },
    findNames: findCommentNames,
    filters: { ...told, ...(wave && { wave: wave.split(':')[0] }) },
    tags: ['Comment'],
    find: () => findCommentsAsSeen(context, filters, waves, seen_at),
    async change(seen: readonly SeenComment[], decisionId, audit) {
      const outcome = await decideSome(seen, decisionId, audit)
      tagVersions.invalidate(outcome.articleIds.map(commentsTag))
      return { ...outcome, batch: outcome.decisionId }
    },
  })
  return asDecision(steps)
}

/**
 * The comments that matched at a moment, with their status then, in windows in the order of their ids. Some are empty.
 * For what a colleague changed so shortly before that the list may lack it, the status is the one before, so that the
 * decision fails.
 */
async function* findCommentsAsSeen(
  context: RequestContext,
  filters: CommentFilters,
  waves: readonly string[],
  at: string,
) {
  const { database } = context
  const viewer = requireViewer(context).id
  const words = wordsIn(filters.search ?? '')
  const isFound = words.map((word) => contains('search_text', word))
  const windows = inIdWindows((after) =>
    database
      .selectFrom('comments')
      .select(['id', 'article_id', 'parent_id', 'status', 'held_at', 'wave_key'])
      .select(['created_at', 'updated_at'])
      .select(sql<boolean>`${sql.join([sql`1 = 1`, ...isFound], sql` and `)}`.as('is_found'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(windowSize)
      .execute(),
  )
  for await (const rows of windows) {
    const changed = rows.filter(({ updated_at }) => updated_at > at)
    const before = await findBefore(
      database,
      changed.map(({ id }) => id),
      at,
    )
    const asSeen = rows.map((row) => ({ ...row, ...before.get(row.id) }))
    const matched = asSeen
      .filter((row) => row.is_found && row.created_at <= at && isMatch(row, filters))
      .filter(({ wave_key }) => !waves.includes(wave_key))
    const late = matched.filter(
      ({ updated_at }) => updated_at > surelySeenAt(at) && updated_at <= at,
    )
    const doubted = await findUnseen(
      database,
      late.map(({ id }) => id),
      { viewer, at },
    )
    const isBack = await findWhatCameBack(database, matched, { viewer, at })
    yield matched
      .filter((row) => !isBack(row))
      .map(({ id, status }) => ({
        id,
        expected_status: (doubted.get(id) ?? status) as CommentStatus,
      }))
  }
}

type Placed = { id: number; article_id: number; parent_id: number | null }

/**
 * Tells which comments came back from the trash after a list was read, or so shortly before that it may lack them: by
 * themselves, with the comment that they answer or with their article, whose lines in the audit log name only these.
 */
async function findWhatCameBack(
  database: Database,
  rows: readonly Placed[],
  { viewer, at }: { viewer: number; at: string },
) {
  if (rows.length === 0) return () => false
  const comments = await findRestored(database, { target: 'comment', viewer }, at)
  const articles = await findRestored(database, { target: 'article', viewer }, at)
  return ({ id, article_id, parent_id }: Placed) =>
    comments.has(id) || comments.has(parent_id ?? id) || articles.has(article_id)
}

/** What comments had at a moment, by their ids: what the first decision since then has changed. */
async function findBefore(database: Database, ids: readonly number[], at: string) {
  if (ids.length === 0) return new Map<number, { status: string; held_at: string | null }>()
  const changes = await database
    .selectFrom('comment_changes')
    .select(['comment_id', 'from_status as status', 'from_held_at as held_at'])
    .where('comment_id', 'in', ids)
    .where('changed_at', '>', at)
    .orderBy('id', 'desc')
    .execute()
  // The first one comes last, and stays.
  return new Map(changes.map(({ comment_id, ...former }) => [comment_id, former]))
}

/** The status before the last change that a list read at a moment may lack, by the ids of comments. */
async function findUnseen(
  database: Database,
  ids: readonly number[],
  { viewer, at }: { viewer: number; at: string },
) {
  if (ids.length === 0) return new Map<number, string>()
  const changes = await database
    .selectFrom('comment_changes')
    .innerJoin('comment_decisions', 'comment_decisions.id', 'comment_changes.decision_id')
    .select(['comment_id', 'from_status', 'by_user_id'])
    .where('comment_id', 'in', ids)
    .where('changed_at', '>', surelySeenAt(at))
    .where('changed_at', '<=', at)
    .orderBy('comment_changes.id')
    .execute()
  const last = new Map(changes.map((change) => [change.comment_id, change]))
  return new Map(
    [...last]
      .filter(([, { by_user_id }]) => by_user_id !== viewer)
      .map(([id, { from_status }]) => [id, from_status]),
  )
}

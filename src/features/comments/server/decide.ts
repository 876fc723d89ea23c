import { sql, type Transaction } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { Erased } from '#platform/storage/erased.ts'
import { discardRows, trashKind } from '#platform/trash/discard.ts'
import { daysBefore } from '#shared/durations.ts'
import { formatDateTime } from '#shared/format.ts'
import type { CommentStatus } from '../validation.ts'
import { noteAnswers } from './answers.ts'
import { commentsTag } from './queries.ts'
import { withdrawAnswers } from './withdraw-answers.ts'

/** A comment, and the status that the user saw: when it is another by now, the decision is refused. */
export type SeenComment = { id: number; expected_status?: CommentStatus | undefined }

type Verdict = 'approve' | 'reject'

export type DecisionOutcome = {
  succeeded: number[]
  /** 404; 409 when the status has changed since it was seen. */
  failed: { id: number; error: Error }[]
  articleIds: number[]
  /** Null when nothing has changed. */
  decisionId: number | null
}

type Decider = Pick<RequestContext, 'now' | 'viewer' | 'hasInvalidToken'>

/**
 * Approves or rejects comments, and keeps their former status, so that it can be undone.
 * @param decisionId a decision under way that these comments belong to
 */
export async function decide(
  transaction: Transaction<Tables>,
  context: Decider,
  seen: readonly SeenComment[],
  action: Verdict,
  decisionId: number | null = null,
): Promise<DecisionOutcome> {
  const { rows, failed, articleIds } = await lockComments(transaction, seen)
  const status = action === 'approve' ? 'APPROVED' : 'REJECTED'
  const changed = rows.filter((row) => row.status !== status)
  const succeeded = rows.map(({ id }) => id)
  if (changed.length === 0) return { succeeded, failed, articleIds, decisionId }
  const ids = changed.map(({ id }) => id)
  const at = context.now().toISOString()
  const id = decisionId ?? (await startDecision(transaction, context, action))
  await transaction
    .insertInto('comment_changes')
    .values(
      changed.map((row) => ({
        decision_id: id,
        comment_id: row.id,
        from_status: row.status,
        from_held_at: row.held_at,
        to_status: status,
        changed_at: at,
      })),
    )
    .execute()
  await transaction
    .updateTable('comments')
    .set({ status, held_at: null, updated_at: at })
    .where('id', 'in', ids)
    .execute()
  await addToTotal(transaction, id, ids.length)
  await noteAnswers(transaction, ids)
  return { succeeded, failed, articleIds, decisionId: id }
}

export const commentTrash = trashKind({
  name: 'comment',
  table: 'comments',
  titleOf: ({ name, message }) => `${name}: ${message.slice(0, 120)}`,
  wordsOf: ({ email }) => email,
  rowTagsOf: ({ article_id }) => [commentsTag(article_id)],
  parents: {
    article_id: {
      article: ['The article was deleted. Restore that, and this comes with it or after it.'],
    },
    parent_id: { comment: ['The comment that this answers was deleted. Restore that first.'] },
  },
  async beforeRestore(transaction, { article_id }) {
    await lockRow(transaction, 'articles', article_id)
  },
})

/** Deletes comments with their replies. */
export async function deleteComments(
  transaction: Transaction<Tables>,
  context: RequestContext,
  seen: readonly SeenComment[],
): Promise<DecisionOutcome> {
  // Read first: a reply that is deleted with its comment counts as deleted.
  const { rows, failed, articleIds } = await lockComments(transaction, seen)
  const succeeded = rows.map(({ id }) => id)
  if (succeeded.length > 0) {
    await withdrawAnswers(transaction, succeeded)
    await discardRows(transaction, context, commentTrash, succeeded)
  }
  return { succeeded, failed, articleIds, decisionId: null }
}

/**
 * Locks the articles of comments, always in the same order: transactions that change the same counts would wait for one
 * another. Whatever changes a comment does so first.
 */
async function lockArticlesOf(transaction: Transaction<Tables>, ids: readonly number[]) {
  const articles = await transaction
    .selectFrom('comments')
    .select('article_id as id')
    .distinct()
    .where('id', 'in', ids)
    .orderBy('article_id')
    .execute()
  for (const { id } of articles) await lockRow(transaction, 'articles', id)
  return articles.map(({ id }) => id)
}

/** Locks the articles of comments, and finds those that are as they were seen. */
export async function lockComments(transaction: Transaction<Tables>, seen: readonly SeenComment[]) {
  const expected = new Map(seen.map(({ id, expected_status }) => [id, expected_status]))
  const ids = [...expected.keys()]
  const articleIds = await lockArticlesOf(transaction, ids)
  const found = await transaction
    .selectFrom('comments')
    .select(['id', 'article_id', 'parent_id', 'status', 'held_at'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const isSeen = ({ id, status }: { id: number; status: string }) =>
    (expected.get(id) ?? status) === status
  return {
    articleIds,
    rows: ids.flatMap((id) => byId.get(id) ?? []).filter(isSeen),
    failed: [
      ...ids.filter((id) => !byId.has(id)).map((id) => ({ id, error: notFound('This comment') })),
      ...(await changedSince(
        transaction,
        found.filter((row) => !isSeen(row)),
      )),
    ],
  }
}

export async function startDecision(
  transaction: Transaction<Tables>,
  context: Decider,
  action: Verdict | 'undo',
) {
  const viewer = requireViewer(context)
  const { id } = await transaction
    .insertInto('comment_decisions')
    .values({
      ...{ action, total: 0, by_user_id: viewer.id, by_name: viewer.name, undone_at: null },
      created_at: context.now().toISOString(),
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

export const addToTotal = (transaction: Transaction<Tables>, id: number, count: number) =>
  transaction
    .updateTable('comment_decisions')
    .set({ total: sql`total + ${count}` })
    .where('id', '=', id)
    .execute()

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

/** Errors that name who has decided on comments, and when. */
export async function changedSince(
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

const erasedText = 'This comment was erased at the wish of whoever wrote it.'

/** A comment that others have answered stays without its words: their answers are not its writer's. */
export const erasedComments: Erased = {
  tags: ['Comment'],
  rowTagsOf: ({ article_id }) => [commentsTag(Number(article_id))],
  lock: lockArticlesOf,
  async keep(transaction, ids, name, updated_at) {
    await withdrawAnswers(transaction, ids)
    const answered = await transaction
      .selectFrom('comments')
      .select('parent_id')
      .distinct()
      .where('parent_id', 'in', ids)
      .where('id', 'not in', ids)
      .execute()
    const kept = answered.flatMap(({ parent_id }) => parent_id ?? [])
    if (kept.length === 0) return []
    await transaction
      .updateTable('comments')
      .set({
        ...{ name, name_key: searchable(name), email: '', email_key: '', message: erasedText },
        ...{ wave_key: '', network_key: '', search_text: searchable(`${name} ${erasedText}`) },
        updated_at,
      })
      .where('id', 'in', kept)
      .execute()
    return kept
  },
}

import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { inOrderOf } from '#database/page.ts'
import type { StaffComment, ThreadComment } from '../moderation-contract.ts'
import { authorName, type CommentStatus, type HeldReason } from '../validation.ts'
import { findLastDecisions } from './decisions.ts'
import { isCompany } from './queries.ts'

/** Counts go so far: whether an author has 100 or 10,000 comments makes no difference. */
const countMax = 100

type Author = { status: CommentStatus }

/** How many comments an author has in a status. The index is read up to the limit, also of who has very many. */
const countOfAuthor = ({ status }: Author) => sql<number>`(
  select count(*) from (
    select 1 from comments as own where own.email_key = comments.email_key
      and own.status = ${sql.lit(status)} limit ${sql.lit(countMax)}
  ) as counted
)`

const firstOfAuthor = ({ status }: Author) => sql<string | null>`(
  select own.created_at from comments as own where own.email_key = comments.email_key
    and own.status = ${sql.lit(status)} order by own.created_at limit 1
)`

const repliesOf = sql<number>`(
  select count(*) from (
    select 1 from comments as reply where reply.parent_id = comments.id limit ${sql.lit(countMax)}
  ) as counted
)`

const staffRows = (database: Database, ids: readonly number[]) =>
  database
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .leftJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .select([
      'comments.id',
      'comments.name',
      'comments.email',
      'comments.message',
      'comments.status',
      'comments.held_at',
      'comments.held_reason',
      'comments.network_key',
      'comments.staff_name',
      'comments.consent_version',
      'comments.parent_id',
      'comments.created_at',
      'articles.id as article_id',
      'articles.title as article_title',
      'articles.slug as article_slug',
      'articles.description as article_description',
      'parent.name as parent_name',
      'parent.message as parent_message',
    ])
    .select([
      repliesOf.as('replies'),
      countOfAuthor({ status: 'APPROVED' }).as('approved'),
      countOfAuthor({ status: 'REJECTED' }).as('rejected'),
      firstOfAuthor({ status: 'PENDING' }).as('first_pending'),
      firstOfAuthor({ status: 'APPROVED' }).as('first_approved'),
      firstOfAuthor({ status: 'REJECTED' }).as('first_rejected'),
    ])
    .where('comments.id', 'in', ids)

type StaffRow = Awaited<ReturnType<ReturnType<typeof staffRows>['execute']>>[number]

/** The comments as staff see them, in the order of the ids. */
export async function readStaffComments(
  database: Database,
  ids: readonly number[],
): Promise<StaffComment[]> {
  if (ids.length === 0) return []
  const rows = await staffRows(database, ids).execute()
  const lastOf = await findLastDecisions(database, ids)
  return inOrderOf(ids, rows).map((row) => {
    const last = lastOf.get(row.id)
    const decided =
      last && last.action !== 'undo' ? { by: last.by_name, at: last.created_at } : null
    return { ...toStaffComment(row), decided }
  })
}

function toStaffComment(row: StaffRow): Omit<StaffComment, 'decided'> {
  const { id, name, email, message, created_at, staff_name, replies, consent_version } = row
  const [first] = [row.first_pending, row.first_approved, row.first_rejected]
    .filter((time) => time !== null)
    .sort()
  const isByCompany = isCompany(staff_name)
  return {
    id,
    name,
    email,
    message,
    created_at,
    staff_name,
    replies,
    consent_version,
    parent: row.parent_id,
    is_company: isByCompany,
    status: row.status as CommentStatus,
    is_held: row.held_at !== null,
    held_reason: row.held_at === null ? null : (row.held_reason as HeldReason) || null,
    article: {
      id: row.article_id,
      title: row.article_title,
      slug: row.article_slug,
      description: row.article_description,
    },
    in_reply_to:
      row.parent_name === null
        ? null
        : { name: row.parent_name, message: row.parent_message ?? '' },
    author: isByCompany
      ? null
      : {
          approved: row.approved,
          rejected: row.rejected,
          first_seen_at: first ?? created_at,
        },
    has_network: row.network_key !== '',
  }
}

export async function findComment(database: Database, id: number) {
  const [comment] = await readStaffComments(database, [id])
  return comment ?? null
}

/** The names of the comments' authors, by the ids of the comments. */
export async function findCommentNames(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await database
    .selectFrom('comments')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, authorName(row)]))
}

export async function findCommentCounts(database: Database) {
  const rows = await database
    .selectFrom('comment_counts')
    .select((select) => ['status', 'is_held', select.fn.sum<number>('total').as('total')])
    .groupBy(['status', 'is_held'])
    .execute()
  const totalOf = (status: CommentStatus, isHeld?: number) =>
    rows
      .filter((row) => row.status === status && (isHeld ?? row.is_held) === row.is_held)
      .reduce((sum, row) => sum + row.total, 0)
  return {
    pending: totalOf('PENDING'),
    held: totalOf('PENDING', 1),
    approved: totalOf('APPROVED'),
    rejected: totalOf('REJECTED'),
  }
}

const repliesMax = 100

/** The thread of a comment or a reply: its first comment, and the latest replies, the oldest of them first. */
export async function findCommentThread(database: Database, id: number) {
  const columns = [
    'id',
    'name',
    'message',
    'status',
    'held_at',
    'staff_name',
    'parent_id',
    'created_at',
  ] as const
  const comment = await database
    .selectFrom('comments')
    .select(columns)
    .where('id', '=', (first) =>
      first
        .selectFrom('comments as asked')
        .select(sql<number>`coalesce(asked.parent_id, asked.id)`.as('id'))
        .where('asked.id', '=', id),
    )
    .executeTakeFirst()
  if (!comment) return null
  const replies = await database
    .selectFrom('comments')
    .select(columns)
    .where('parent_id', '=', comment.id)
    .orderBy('id', 'desc')
    .limit(repliesMax)
    .execute()
  return { comment: toThreadComment(comment), replies: replies.reverse().map(toThreadComment) }
}

type ThreadRow = Omit<ThreadComment, 'parent' | 'is_company' | 'is_held' | 'status'> & {
  status: string
  held_at: string | null
  parent_id: number | null
}

const toThreadComment = ({ held_at, parent_id, status, ...row }: ThreadRow): ThreadComment => ({
  ...row,
  parent: parent_id,
  is_company: isCompany(row.staff_name),
  status: status as CommentStatus,
  is_held: held_at !== null,
})

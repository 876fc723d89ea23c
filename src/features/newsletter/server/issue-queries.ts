import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import type { Issue, IssueFields, IssueRow } from '../issues-contract.ts'
import type { IssueStatus } from '../validation.ts'
import { contentColumns, contentOf } from './issue-content.ts'
import { suppressionsOf } from './queries.ts'

const columns = [
  'id',
  'subject',
  'article_ids',
  'status',
  'recipients',
  'written',
  'started_at',
  'started_by',
  'ended_at',
  'updated_at',
] as const

type Row = Pick<IssueRow, 'id' | 'subject' | 'recipients' | 'updated_at'> &
  Pick<IssueRow, 'started_at' | 'started_by' | 'ended_at'> & {
    article_ids: string
    status: string
    written: number
  }

/** The subscribers that an issue goes to: confirmed, not gone since, and not suppressed. */
export const confirmed = (database: Database) =>
  database
    .selectFrom('subscribers')
    .where('asked_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .where(({ not, exists }) => not(exists(suppressionsOf(database))))

/** A page of the issues, the newest first. */
export async function findIssues(
  database: Database,
  { status }: { status?: IssueStatus },
  page: PageQuery,
) {
  let query = database.selectFrom('newsletter_issues')
  if (status) query = query.where('status', '=', status)
  const found = await findPage(query, query.select(columns).orderBy('id', 'desc'), page)
  return { ...found, results: await toIssues(database, found.results) }
}

export async function findIssue(database: Database, id: number): Promise<Issue | null> {
  const rows = await database
    .selectFrom('newsletter_issues')
    .select([...columns, 'text', 'content', 'content_of'])
    .where('id', '=', id)
    .execute()
  const [row] = rows
  const [issue] = await toIssues(database, rows)
  if (!row || !issue) return null
  const { text, content_of, ...found } = issue
  return { ...found, content: contentOf(row) }
}

/** What an issue says whose sending has begun: its articles may have changed since. */
export async function getSentParts(database: Database, id: number) {
  const { parts } = await database
    .selectFrom('newsletter_issues')
    .select('parts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(parts) as EmailPart[]
}

/** Counts the emails of each issue, and for drafts those who would get it. */
async function toIssues<Found extends Row>(database: Database, rows: readonly Found[]) {
  if (rows.length === 0) return []
  const unsent = await database
    .selectFrom('outbox')
    .select(['issue_id', 'next_try_at', 'withheld'])
    .where(
      'issue_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('sent_at', 'is', null)
    .execute()
  const { subscribers } = await confirmed(database)
    .select((all) => all.fn.countAll<number>().as('subscribers'))
    .executeTakeFirstOrThrow()
  return rows.map(({ written, ...row }) => {
    const own = unsent.filter(({ issue_id }) => issue_id === row.id)
    const withheld = own.filter((email) => email.withheld !== '').length
    const failed = own.filter((email) => !email.withheld && email.next_try_at === null).length
    return {
      ...row,
      article_ids: JSON.parse(row.article_ids) as number[],
      status: row.status as IssueStatus,
      recipients: row.status === 'DRAFT' ? Number(subscribers) : row.recipients,
      sent: written - own.length,
      waiting: own.length - failed - withheld,
      failed,
      withheld,
    }
  })
}

export async function createIssue(database: Database, fields: IssueFields, now: string) {
  const { id } = await database
    .insertInto('newsletter_issues')
    .values({ ...toColumns(fields), status: 'DRAFT', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeIssue(
  transaction: Transaction<Tables>,
  { id, ...fields }: IssueFields & { id: number },
  updated_at: string,
) {
  await transaction
    .updateTable('newsletter_issues')
    .set({ ...toColumns(fields), updated_at })
    .where('id', '=', id)
    .execute()
}

const toColumns = ({ subject, content, article_ids }: IssueFields) => ({
  subject,
  article_ids: JSON.stringify(article_ids),
  ...contentColumns(content),
})

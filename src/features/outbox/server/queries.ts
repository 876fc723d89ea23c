import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { EmailRow } from '../contract.ts'
import type { EmailStatus } from '../validation.ts'

const columns = [
  'id',
  'recipient',
  'subject',
  'attempts',
  'last_error',
  'next_try_at',
  'sent_at',
  'created_at',
] as const

const statusOf = (row: Pick<EmailRow, 'sent_at' | 'next_try_at'>): EmailStatus =>
  row.sent_at ? 'SENT' : row.next_try_at ? 'WAITING' : 'FAILED'

type Filters = { status?: EmailStatus | undefined; search?: string | undefined }

/** A page of the emails, the newest first. */
export async function findEmails(database: Database, { status, search }: Filters, page: PageQuery) {
  let query = database.selectFrom('outbox')
  if (status === 'SENT') query = query.where('sent_at', 'is not', null)
  if (status === 'WAITING') query = query.where('next_try_at', 'is not', null)
  if (status === 'FAILED') {
    query = query.where('sent_at', 'is', null).where('next_try_at', 'is', null)
  }
  if (search) {
    const pattern = `%${search
      .trim()
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`lower(recipient || ' ' || subject) like ${pattern} escape '\\'`,
    )
  }
  const ordered = query.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const found = await findPage(query, ordered, page)
  const results = found.results.map((row): EmailRow => ({ ...row, status: statusOf(row) }))
  return { ...found, results }
}

/** No administrator opens the account of another one by the link that was sent there. */
const withoutResetLink = (body: string) => body.replace(/(#reset=)\S+/, '$1…')

export async function findEmail(database: Database, id: number) {
  const row = await database
    .selectFrom('outbox')
    .select([...columns, 'body', 'calendar'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { calendar, ...email } = row
  return {
    ...email,
    body: withoutResetLink(email.body),
    status: statusOf(row),
    has_calendar: calendar !== '',
  }
}

/** How many emails wait to be sent, and since when. Those that are held until a later time do not wait yet. */
export async function findWaiting(database: Database, now: string) {
  const { count, oldest_at } = await database
    .selectFrom('outbox')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<string | null>('created_at').as('oldest_at'),
    ])
    .where('next_try_at', 'is not', null)
    .where((where) => where.or([where('next_try_at', '<=', now), where('attempts', '>', 0)]))
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest_at }
}

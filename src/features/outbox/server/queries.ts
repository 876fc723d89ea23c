import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains } from '#database/search.ts'
import { findSuppressions } from '#platform/mail/suppressions.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { BounceKind } from '#shared/suppression.ts'
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
  'withheld',
  'bounce',
  'bounce_detail',
  'bounced_at',
] as const

type Row = Omit<EmailRow, 'status' | 'bounce' | 'suppression'> & {
  withheld: string
  bounce: string
  bounce_detail: string
  bounced_at: string | null
}

function statusOf({ sent_at, next_try_at, withheld, bounce }: Row): EmailStatus {
  if (sent_at) return bounce ? 'BOUNCED' : 'SENT'
  if (next_try_at) return 'WAITING'
  return withheld ? 'WITHHELD' : 'FAILED'
}

async function toEmails(database: Database, rows: readonly Row[]): Promise<EmailRow[]> {
  const suppressions = await findSuppressions(
    database,
    rows.map(({ recipient }) => recipient),
  )
  return rows.map((row) => {
    const { withheld, bounce, bounce_detail: detail, bounced_at: at, ...email } = row
    return {
      ...email,
      status: statusOf(row),
      bounce: at === null ? null : { kind: bounce as BounceKind, detail, at },
      suppression: suppressions.get(emailKeyOf(row.recipient)) ?? null,
    }
  })
}

type Filters = { status?: EmailStatus; search?: string }

/** A page of the emails, the newest first. */
export async function findEmails(database: Database, { status, search }: Filters, page: PageQuery) {
  let query = database.selectFrom('outbox')
  if (status === 'SENT') query = query.where('sent_at', 'is not', null).where('bounce', '=', '')
  if (status === 'BOUNCED') query = query.where('sent_at', 'is not', null).where('bounce', '<>', '')
  if (status === 'WAITING') query = query.where('next_try_at', 'is not', null)
  if (status === 'FAILED' || status === 'WITHHELD') {
    query = query
      .where('sent_at', 'is', null)
      .where('next_try_at', 'is', null)
      .where('withheld', status === 'FAILED' ? '=' : '<>', '')
  }
  if (search) query = query.where(contains('search_text', search))
  const ordered = query.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const found = await findPage(query, ordered, page)
  return { ...found, results: await toEmails(database, found.results) }
}

const links = /https?:\/\/[^\s)]+/g

/**
 * Links let in whoever has them: to a new password, an interview, personal data. They are for the mailbox alone, so no
 * link here has more than the name of its first value.
 */
const withoutSecrets = (body: string) =>
  body.replace(links, (link) => link.replace(/^([^?#]+[?#][^=]+=).+$/, '$1…'))

export async function findEmail(database: Database, id: number) {
  const row = await database
    .selectFrom('outbox')
    .select([...columns, 'body', 'calendar'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { calendar, body, ...rest } = row
  const [email] = await toEmails(database, [rest])
  return email ? { ...email, body: withoutSecrets(body), has_calendar: calendar !== '' } : null
}

import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { repeatLogged } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { localDay, startOfDay } from '#shared/company.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { editors, isOneOf, type Role, recruiters } from '#shared/roles.ts'
import { type Digest, digestEmail } from './digest-email.ts'
import { getsNewsletter } from './trends.ts'

const checkEveryMs = 60_000
const dueHour = 7

/** The Monday of a moment's week in Kigali, as YYYY-MM-DD. */
function mondayOf(moment: Date) {
  const day = localDay(moment)
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return localDay(new Date(startOfDay(day).getTime() - sinceMonday * dayMs))
}

/** The Monday whose digests have been due last, as YYYY-MM-DD. */
export const lastDigestDay = (at: Date) => mondayOf(new Date(at.getTime() - dueHour * hourMs))

type Writer = Pick<Services, 'database' | 'now' | 'config' | 'readSettings'>

/**
 * Puts the digests of the week into the outbox, from Monday 07:00 in Kigali on, for a day: one that a stopped server
 * has missed is better left out than read on Friday.
 */
export async function writeDigests({ database, now, config, readSettings }: Writer) {
  const at = now()
  const monday = mondayOf(at)
  const due = new Date(startOfDay(monday).getTime() + dueHour * hourMs)
  if (at < due || at.getTime() >= due.getTime() + dayMs) return
  const users = await database
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role'])
    .where('digest_since', '<=', due.toISOString())
    .where('digest_on', '<', monday)
    .where('disabled_at', 'is', null)
    .where('invited_at', 'is', null)
    .orderBy('id')
    .execute()
  if (users.length === 0) return
  const { DIGEST } = (await readSettings()).visitors
  const digests = new Map<string, Digest | null>()
  for (const { id, role, ...user } of users) {
    if (!digests.has(role)) {
      digests.set(role, await findDigest(database, role as Role, monday, at))
    }
    const digest = digests.get(role)
    await database.transaction().execute(async (transaction) => {
      // Only one of several processes changes the row.
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ digest_on: monday })
        .where('id', '=', id)
        .where('digest_on', '<', monday)
        .where('digest_since', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n || !digest) return
      await putInOutbox(transaction, digestEmail(config, user, digest, DIGEST), at.toISOString())
    })
  }
}

/** What waits for a role, and how last week went; null for a week in which there was nothing. */
async function findDigest(
  database: Database,
  role: Role,
  monday: string,
  now: Date,
): Promise<Digest | null> {
  const weeksAgo = (weeks: number) =>
    localDay(new Date(startOfDay(monday).getTime() - weeks * 7 * dayMs))
  const [start, end] = [now.toISOString(), startOfDay(weeksAgo(-1)).toISOString()]
  const isRecruiter = isOneOf(recruiters, role)
  const isEditor = isOneOf(editors, role)
  const found = await database
    .selectNoFrom((select) => [
      countWaiting(select, 'applications', 'PENDING').as('applications'),
      countWaiting(select, 'contact_messages', 'NEW').as('messages'),
      countWaiting(select, 'comments', 'PENDING').as('comments'),
      countWaiting(select, 'testimonials', 'PENDING').as('testimonials'),
    ])
    .executeTakeFirstOrThrow()
  const waiting = [
    ...(isRecruiter
      ? [
          { label: 'New applications', count: found.applications },
          { label: 'New messages', count: found.messages },
        ]
      : []),
    ...(isEditor
      ? [
          { label: 'Pending comments', count: found.comments },
          { label: 'Pending testimonials', count: found.testimonials },
        ]
      : []),
  ].map(({ label, count }) => ({ label, count: count ?? 0 }))
  const closing = isRecruiter
    ? await database
        .selectFrom('cohorts')
        .select(['name', 'closes_at', 'registered', 'capacity'])
        .where('closes_at', '>', start)
        .where('closes_at', '<=', end)
        .where('status', 'not in', ['draft', 'closed'])
        .orderBy('closes_at')
        .orderBy('id')
        .execute()
    : []
  const tables = [
    ...(isRecruiter ? (['applications', 'contact_messages', 'subscribers'] as const) : []),
    ...(isEditor ? (['comments'] as const) : []),
  ]
  const stats: Digest['stats'] = []
  for (const table of tables) {
    stats.push({
      label: figureLabels[table],
      count: await countBetween(database, table, weeksAgo(1), weeksAgo(0)),
      before: await countBetween(database, table, weeksAgo(2), weeksAgo(1)),
    })
  }
  stats.push({
    label: 'Page views',
    count: await countViews(database, weeksAgo(1), weeksAgo(0)),
    before: await countViews(database, weeksAgo(2), weeksAgo(1)),
  })
  const isEmpty = closing.length === 0 && [...waiting, ...stats].every(({ count }) => count === 0)
  return isEmpty ? null : { waiting: waiting.filter(({ count }) => count > 0), closing, stats }
}

const figureLabels = {
  applications: 'Applications',
  contact_messages: 'Messages',
  subscribers: 'Subscribers',
  comments: 'Comments',
}

type Counted = 'applications' | 'contact_messages' | 'comments' | 'testimonials'

const countWaiting = (select: ExpressionBuilder<Tables, never>, table: Counted, status: string) =>
  select
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '=', status)

/** Counts the rows from one day (YYYY-MM-DD) on, before another. */
async function countBetween(
  database: Database,
  table: keyof typeof figureLabels,
  from: string,
  to: string,
) {
  let query = database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('created_at', '>=', startOfDay(from).toISOString())
    .where('created_at', '<', startOfDay(to).toISOString())
  if (table === 'subscribers') query = query.where(getsNewsletter)
  const { total } = await query.executeTakeFirstOrThrow()
  return total
}

async function countViews(database: Database, from: string, to: string) {
  const { total } = await database
    .selectFrom('visit_totals')
    .select(({ fn }) => fn.sum<number | null>('page_views').as('total'))
    .where('period', '>=', from)
    .where('period', '<', to)
    // Months are totalled, too.
    .where('period', 'like', '____-__-__')
    .executeTakeFirstOrThrow()
  // PostgreSQL gives the sum of big integers as text.
  return Number(total ?? 0)
}

/** Starts to write the digests. @returns a function that stops */
export const startDigests = (services: Services) =>
  repeatLogged(
    services.log,
    'digests of the week not written',
    () => writeDigests(services),
    checkEveryMs,
  )

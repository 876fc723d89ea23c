import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import type { StatusChange } from '../contract.ts'
import type { historyKinds } from '../validation.ts'
import { type HistoryEmail, noEmail } from './tell-applicants.ts'

type Kind = Exclude<(typeof historyKinds)[number], 'interview'>

/** Records what has changed in the histories of some applications. `status`: as it was before. */
export async function insertEntries(
  transaction: Transaction<Tables>,
  {
    kind,
    by,
    at,
    isUndo = false,
  }: { kind: Kind; by: { id: number; name: string }; at: string; isUndo?: boolean },
  entries: readonly (Partial<HistoryEmail> & {
    id: number
    status: string
    /** The same as before, if left out. */
    to_status?: string
    from_text?: string
    to_text?: string
    from_cohort_id?: number
    from_waiting?: number
    notes?: string
  })[],
) {
  if (entries.length === 0) return
  await transaction
    .insertInto('application_history')
    .values(
      entries.map(({ id, status, ...rest }) => ({
        application_id: id,
        from_status: status,
        to_status: status,
        kind,
        from_text: '',
        to_text: '',
        from_cohort_id: null,
        from_waiting: null,
        notes: '',
        is_undo: Number(isUndo),
        ...noEmail,
        ...rest,
        by_user_id: by.id,
        by_name: by.name,
        created_at: at,
      })),
    )
    .execute()
}

/**
 * Everything that has changed about an application, the latest first, and what became of the emails that tell of it.
 */
export async function findApplicationHistory(
  { database, now }: Pick<Services, 'database' | 'now'>,
  id: number,
): Promise<StatusChange[]> {
  const at = now().toISOString()
  const rows = await database
    .selectFrom('application_history as entry')
    .leftJoin('outbox', 'outbox.id', 'entry.outbox_id')
    .select(['entry.id', 'from_status', 'to_status', 'kind', 'from_text', 'to_text'])
    .select(['notes', 'by_name as by', 'entry.created_at', 'email_state'])
    .select(['outbox.id as email_id', 'outbox.sent_at', 'next_try_at', 'attempts', 'claim'])
    .select('withheld')
    .where('application_id', '=', id)
    .orderBy('entry.id', 'desc')
    .execute()
  return rows.map(({ email_state, email_id, sent_at, next_try_at, withheld, ...row }) => {
    const { attempts, claim, ...entry } = row
    // One that is due and still there waits, such as for the mail server.
    const isHeld = next_try_at !== null && next_try_at > at && attempts === 0 && claim === null
    // What was sent and is in no outbox any more comes from the trash.
    const kept = email_state === 'WRITTEN' ? 'SENT' : email_state
    const state = email_id === null ? kept : stateOf({ sent_at, next_try_at, withheld }, isHeld)
    const email = state && { state, due: isHeld ? next_try_at : null }
    return { ...entry, email: email || null } as StatusChange
  })
}

type OutboxState = { sent_at: string | null; next_try_at: string | null; withheld: string | null }

function stateOf({ sent_at, next_try_at, withheld }: OutboxState, isHeld: boolean) {
  if (sent_at) return 'SENT'
  if (isHeld) return 'HELD'
  if (next_try_at) return 'WAITING'
  // It was on its way when it was taken back, and has failed.
  return withheld === 'OUTDATED' ? 'CANCELLED' : 'FAILED'
}

const verbs = {
  assignee: 'assigned this application to',
  move: 'moved this application to',
  waiting: 'changed the place of this application to',
  interview: 'changed the interview of this application to',
} as const

/** What `describeChange` needs of an entry. */
const describedColumns = [
  'kind',
  'from_status',
  'to_status',
  'to_text',
  'by_name',
  'created_at',
] as const

type Entry = {
  kind: string
  from_status: string | null
  to_status: string
  to_text: string
  by_name: string
  created_at: string
}

/** Who has changed what, and when. */
function describeChange({ kind, from_status, to_status, to_text, by_name, created_at }: Entry) {
  const what =
    from_status === to_status
      ? `${verbs[kind as keyof typeof verbs]} ${to_text || 'nobody'}`
      : `changed this application from ${from_status} to ${to_status}`
  return `${by_name || 'Somebody'} ${what} at ${formatDateTime(created_at)}.`
}

/**
 * The latest entries of these kinds, by the ids of their applications. What one tells is put together only where it is
 * asked for: that takes longer than to read it.
 */
export async function findLatestEntries(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  kinds: readonly Kind[],
) {
  if (ids.length === 0) return new Map<number, never>()
  const entries = await transaction
    .selectFrom('application_history')
    .select(['application_id', ...describedColumns])
    .where('application_id', 'in', ids)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
  return new Map(
    entries.map(({ application_id, ...entry }) => [
      application_id,
      { created_at: entry.created_at, describe: () => describeChange(entry) },
    ]),
  )
}

/** 409s that name who made each change that the user may not have seen, by the entries of the history. */
export async function unseenChanges(
  database: Database,
  rows: readonly { id: number; entry: number }[],
) {
  if (rows.length === 0) return []
  const entries = await database
    .selectFrom('application_history')
    .select(['id', ...describedColumns])
    .where(
      'id',
      'in',
      rows.map(({ entry }) => entry),
    )
    .execute()
  const texts = new Map(entries.map((entry) => [entry.id, describeChange(entry)]))
  return rows.map(({ id, entry }) => ({
    id,
    error: conflict(`${texts.get(entry) ?? 'It has changed.'} Please look at it again.`),
  }))
}

export const isLaterThan = (entry: { created_at: string } | undefined, time: string | undefined) =>
  entry !== undefined && time !== undefined && Date.parse(entry.created_at) > Date.parse(time)

/** Errors that name who has changed the status of an application, from what to what, and when. */
export async function concurrentChanges(
  transaction: Transaction<Tables>,
  rows: readonly { id: number; status: string }[],
) {
  if (rows.length === 0) return []
  const history = await transaction
    .selectFrom('application_history')
    .select(['application_id', ...describedColumns])
    .where(
      'application_id',
      'in',
      rows.map(({ id }) => id),
    )
    .whereRef('from_status', '!=', 'to_status')
    .orderBy('id')
    .execute()
  const last = new Map(history.map((change) => [change.application_id, change]))
  return rows.map(({ id, status }) => {
    const change = last.get(id)
    const what = change ? describeChange(change) : `This application is ${status} now.`
    return { id, error: conflict(`${what} Please look at it again.`) }
  })
}

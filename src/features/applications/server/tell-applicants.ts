import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { consumeStaffLimit } from '#platform/mail/mailbox.ts'
import { decisionHoldMs, dropUnsentEmails, putAllInOutbox } from '#platform/mail/outbox.ts'
import { pluralize } from '#shared/format.ts'
import { type StatusEmailKind, statusEmailKinds } from '#shared/status-emails.ts'
import { selectRecipients, statusEmail, templatesOf } from './status-email.ts'

/** What a change of an application tells its applicant; null for nothing. */
type Telling = { id: number; kind: StatusEmailKind | null }

type How = {
  of: 'status' | 'place'
  /** Whether the changes take back others: what these have replaced is told again. */
  isUndo: boolean
  /** Whether the user wants applicants to be written to. */
  isSent: boolean
}

/** What the history keeps of the email of a change. */
export type HistoryEmail = {
  email_kind: string
  email_state: string
  email_replaced: string
  outbox_id: number | null
}

/** The same of a change that tells nothing. */
export const noEmail: HistoryEmail = {
  email_kind: '',
  email_state: '',
  email_replaced: '',
  outbox_id: null,
}

const placeKinds: readonly string[] = ['WAITING', 'SPOT', 'MOVED']
const isPlace = (kind: string) => placeKinds.includes(kind)
const isKind = (kind: string): kind is StatusEmailKind =>
  (statusEmailKinds as readonly string[]).includes(kind)

/**
 * Writes to applicants what is decided on them, in the transaction that decides it. The emails are held for a while, so
 * that what is undone is told to nobody; those that are still unsent from before are cancelled. The cohorts are locked,
 * and the applications as they are to be.
 * @returns what belongs into the histories of the applications, and what the user is to know
 */
export async function tellApplicants(
  transaction: Transaction<Tables>,
  context: RequestContext,
  tellings: readonly Telling[],
  { of, isUndo, isSent }: How,
) {
  const entries = new Map<number, HistoryEmail>()
  if (tellings.length === 0) return { entries, notices: [] }
  const now = context.now()
  const ids = tellings.map(({ id }) => id)
  const earlier = await findChanges(transaction, ids, of)
  const cancelled = await cancelStatusEmails(transaction, ids)
  const recipients = await selectRecipients(transaction)
    .where('applications.id', 'in', ids)
    .execute()
  const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const { emails: settings } = await context.readSettings(transaction)

  const wanted = tellings.flatMap(({ id, kind }) => {
    const pending = cancelled.get(id) ?? ''
    // What an undo takes back was never to be told.
    entries.set(id, { ...noEmail, email_replaced: isUndo && isPlace(pending) ? '' : pending })
    const recipient = byId.get(id)
    if (!recipient) return []
    const templates = templatesOf(settings, recipient.templates)
    const changes = earlier.get(id) ?? []
    const to = kind ?? 'PENDING'
    // Whoever comes back before they were told is told nothing of it, as with an undo.
    const isBack = of === 'status' && pending !== '' && changes.at(-1)?.from_status === to
    const candidates =
      isUndo || isBack ? [replacedBefore(changes, of, to)] : candidatesOf(kind ?? '', pending)
    const chosen = candidates.filter(isKind).find((one) => templates[one].is_sent)
    return chosen ? [{ id, kind: chosen, recipient, template: templates[chosen] }] : []
  })
  const isLeftOut = !isSent && !isUndo
  const setEmail = (id: number, change: Partial<HistoryEmail>) =>
    entries.set(id, { ...(entries.get(id) ?? noEmail), ...change })
  if (isLeftOut) {
    for (const { id, kind } of wanted) setEmail(id, { email_kind: kind, email_state: 'LEFT_OUT' })
  }
  const people = isLeftOut ? [] : wanted
  const refused = await consumeStaffLimit(
    transaction,
    people.map(({ recipient }) => recipient),
    now,
  )
  const written = people.filter(({ id }) => !refused.has(id))
  const outboxIds = await putAllInOutbox(
    transaction,
    written.map(({ recipient, template }) => statusEmail(recipient, template)),
    now.toISOString(),
    new Date(now.getTime() + decisionHoldMs).toISOString(),
  )
  for (const [index, { id, kind }] of written.entries()) {
    const outbox_id = outboxIds[index] ?? null
    setEmail(id, { email_kind: kind, email_state: 'WRITTEN', outbox_id })
  }
  const told = ids.filter((id) => isUndo && !cancelled.has(id) && isTold(earlier.get(id)?.at(-1)))
  return { entries, notices: [...noticesOf(refused), ...toldNotice(told.length)] }
}

/** What is to be told, the first that has an email. @param pending what is not sent yet */
function candidatesOf(kind: string, pending: string) {
  // Who is moved is yet to learn of the decision, and in which cohort it is.
  if (isPlace(kind) && pending !== '' && !isPlace(pending)) return [pending]
  const isClosed = kind === 'REJECTED' || kind === 'WITHDRAWN'
  return isPlace(pending) && !isPlace(kind) && !isClosed ? [kind, pending] : [kind]
}

const noticesOf = (refused: ReadonlyMap<number, Error>) =>
  [...refused.values()].map(({ message }) => `${message} They are not told of this.`)

const toldNotice = (count: number) =>
  count === 0
    ? []
    : [`${pluralize(count, 'applicant')} had been told by email already. Please write to them.`]

type ToldChange = Awaited<ReturnType<typeof selectChanges>>[number]

const isTold = (change: ToldChange | undefined) =>
  change?.email_state === 'WRITTEN' || change?.email_state === 'SENT'

/** What was still to be told when the last change came, and is to be told again once that is taken back. */
function replacedBefore(changes: readonly ToldChange[], of: How['of'], status: string) {
  const replaced = changes.at(-1)?.email_replaced ?? ''
  if (of === 'place' || isPlace(replaced)) return replaced
  const before = changes.findLast(({ to_status }) => to_status === status)
  return before?.email_state === 'CANCELLED' ? before.email_kind : ''
}

const selectChanges = (
  transaction: Transaction<Tables>,
  ids: readonly number[],
  kinds: readonly string[],
) =>
  transaction
    .selectFrom('application_history')
    .select(['application_id', 'from_status', 'to_status'])
    .select(['email_kind', 'email_state', 'email_replaced'])
    .where('application_id', 'in', ids)
    .where('kind', 'in', kinds)
    .where((where) =>
      where.or([
        where('kind', '!=', 'status'),
        where('from_status', 'is distinct from', where.ref('to_status')),
      ]),
    )
    .orderBy('id')
    .execute()

/** The earlier changes of the applications, each with its email. */
async function findChanges(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  of: How['of'],
): Promise<Map<number, ToldChange[]>> {
  const kinds = of === 'status' ? ['status'] : ['move', 'waiting']
  const rows = await selectChanges(transaction, ids, kinds)
  return Map.groupBy(rows, ({ application_id }) => application_id)
}

/** Cancels what applicants are not told yet. The cohorts are locked. @returns what that was, by application */
export async function cancelStatusEmails(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  state: 'CANCELLED' | 'LEFT_OUT' = 'CANCELLED',
): Promise<Map<number, string>> {
  const rows = await transaction
    .selectFrom('application_history')
    .select(['id', 'application_id', 'email_kind', 'outbox_id'])
    .where('application_id', 'in', ids)
    .where('outbox_id', 'is not', null)
    .$narrowType<{ outbox_id: number }>()
    .orderBy('id')
    .execute()
  const dropped = new Set(
    await dropUnsentEmails(
      transaction,
      rows.map(({ outbox_id }) => outbox_id),
    ),
  )
  const cancelled = rows.filter(({ outbox_id }) => dropped.has(outbox_id))
  if (cancelled.length === 0) return new Map()
  await transaction
    .updateTable('application_history')
    .set({ email_state: state, outbox_id: null })
    .where(
      'id',
      'in',
      cancelled.map(({ id }) => id),
    )
    .execute()
  return new Map(cancelled.map(({ application_id, email_kind }) => [application_id, email_kind]))
}

import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { decisionHoldMs, dropUnsentEmails, putAllInOutbox } from '#platform/mail/outbox.ts'
import { pluralize } from '#shared/format.ts'
import type { StatusEmailKind } from '#shared/status-emails.ts'
import { type CancelledEmail, chooseEmail, isTold, isUntouched } from './choose-email.ts'
import type { PlaceChange } from './places.ts'
import { selectRecipients, statusEmail, templatesOf } from './status-email.ts'

type Telling = {
  id: number
  /** What the change tells the applicant; null for nothing. */
  kind: StatusEmailKind | null
  /** Where the application was and where it is afterwards, if that has changed. */
  place?: PlaceChange
}

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
  const recipients = await selectRecipients(transaction)
    .where('applications.id', 'in', ids)
    .execute()
  const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const cancelled = await cancelStatusEmails(transaction, context, ids, {
    isStillTrue({ application_id, email_kind }) {
      const recipient = byId.get(application_id)
      return recipient !== undefined && isUntouched(email_kind, of, recipient)
    },
  })
  const histories = await findHistories(transaction, ids)
  const earlier = changesOf(histories, of)
  const { emails: settings } = await context.readSettings(transaction)

  const isLeftOut = !isSent && !isUndo
  const wanted = tellings.flatMap(({ id, kind, place }) => {
    const pending = cancelled.get(id)
    // What an undo takes back was never to be told.
    entries.set(id, { ...noEmail, email_replaced: isUndo ? '' : (pending?.email_kind ?? '') })
    const recipient = byId.get(id)
    if (!recipient) return []
    const templates = templatesOf(settings, recipient.templates)
    const chosen = chooseEmail(recipient, {
      kind,
      place,
      of,
      isUndo,
      isLeftOut,
      isSent: (one) => templates[one].is_sent,
      pending,
      changes: earlier.get(id) ?? [],
      history: histories.get(id) ?? [],
    })
    if (!chosen) return []
    const email_state = isLeftOut && chosen === kind ? 'LEFT_OUT' : 'WRITTEN'
    return [{ id, kind: chosen, email_state, recipient, template: templates[chosen] }]
  })
  const setEmail = (id: number, change: Partial<HistoryEmail>) =>
    entries.set(id, { ...(entries.get(id) ?? noEmail), ...change })
  const { LEFT_OUT: leftOut = [], WRITTEN: people = [] } = Object.groupBy(
    wanted,
    ({ email_state }) => email_state,
  )
  for (const { id, kind } of leftOut) setEmail(id, { email_kind: kind, email_state: 'LEFT_OUT' })
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
  for (const [index, { id, kind, email_state }] of written.entries()) {
    const outbox_id = outboxIds[index] ?? null
    setEmail(id, { email_kind: kind, email_state, outbox_id })
  }
  const told = ids.filter((id) => isUndo && earlier.get(id)?.slice(-1).some(isTold))
  return { entries, notices: [...noticesOf(refused), ...(await toldNotices(transaction, told))] }
}

const noticesOf = (refused: ReadonlyMap<number, Error>) =>
  [...refused.values()].map(({ message }) => `${message} They are not told of this.`)

/** @param ids of those whose email can't be cancelled any more */
async function toldNotices(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const onTheirWay = await transaction
    .selectFrom('application_history')
    .innerJoin('outbox', 'outbox.id', 'application_history.outbox_id')
    .select('application_id')
    .distinct()
    .where('application_id', 'in', ids)
    .where('sent_at', 'is', null)
    .where('withheld', '=', 'OUTDATED')
    .execute()
  const noticeOf = (count: number, is: string) =>
    count === 0 ? [] : [`${pluralize(count, 'applicant')} ${is}. Please write to them.`]
  return [
    ...noticeOf(ids.length - onTheirWay.length, 'had been told by email already'),
    ...noticeOf(onTheirWay.length, 'may be told by email all the same: it is on its way'),
  ]
}

const selectChanges = (transaction: Transaction<Tables>, ids: readonly number[]) =>
  transaction
    .selectFrom('application_history')
    .select(['application_id', 'kind', 'from_status', 'to_status'])
    .select(['from_cohort_id', 'from_waiting'])
    .select(['email_kind', 'email_state', 'email_replaced'])
    .where('application_id', 'in', ids)
    .where('kind', 'in', ['status', 'move', 'waiting'])
    .where((where) =>
      where.or([
        where('kind', '!=', 'status'),
        where('from_status', 'is distinct from', where.ref('to_status')),
      ]),
    )
    .orderBy('id')
    .execute()

type History = Awaited<ReturnType<typeof selectChanges>>

const findHistories = async (transaction: Transaction<Tables>, ids: readonly number[]) =>
  Map.groupBy(await selectChanges(transaction, ids), ({ application_id }) => application_id)

/** The changes of the status or the place, each with its email, also if that was sent with a later change. */
function changesOf(histories: ReadonlyMap<number, History>, of: How['of']) {
  const ofOne = (all: History) =>
    all.flatMap((one, index) => {
      if ((one.kind === 'status') !== (of === 'status')) return []
      const isToldLater = all
        .slice(index + 1)
        .some((later) => later.email_kind === one.email_kind && isTold(later))
      return one.email_state === 'CANCELLED' && isToldLater
        ? [{ ...one, email_state: 'SENT' }]
        : [one]
    })
  return new Map([...histories].map(([id, all]) => [id, ofOne(all)]))
}

type Cancelling = {
  state?: 'CANCELLED' | 'LEFT_OUT'
  /** Whether an email that is on its way is tried again all the same. */
  isStillTrue?: (email: { application_id: number; email_kind: string }) => boolean
}

/**
 * Cancels what applicants are not told yet. The cohorts are locked. An email that is on its way is not cancelled, but
 * not tried again either.
 * @returns what was cancelled, by application
 */
export async function cancelStatusEmails(
  transaction: Transaction<Tables>,
  services: Pick<RequestContext, 'now'>,
  ids: readonly number[],
  { state = 'CANCELLED', isStillTrue = () => false }: Cancelling = {},
): Promise<Map<number, CancelledEmail>> {
  const rows = await transaction
    .selectFrom('application_history as entry')
    .leftJoin('outbox', 'outbox.id', 'entry.outbox_id')
    .select([
      'entry.id',
      'entry.application_id',
      'entry.kind',
      'entry.email_kind',
      'entry.email_replaced',
      'entry.outbox_id',
      'outbox.withheld',
    ])
    .where('entry.application_id', 'in', ids)
    .where('entry.outbox_id', 'is not', null)
    .$narrowType<{ outbox_id: number }>()
    .orderBy('entry.id')
    .execute()
  const dropped = new Set(
    await dropUnsentEmails(
      transaction,
      services,
      rows.map(({ outbox_id }) => outbox_id),
      new Set(rows.filter(isStillTrue).map(({ outbox_id }) => outbox_id)),
    ),
  )
  const cancelled = rows.filter(({ outbox_id }) => dropped.has(outbox_id))
  // One that was taken back before, on its way, and has failed since, is owed to nobody.
  const failed = cancelled.filter(({ withheld }) => withheld === 'OUTDATED')
  const waited = cancelled.filter(({ withheld }) => withheld !== 'OUTDATED')
  await noteState(transaction, failed, 'CANCELLED')
  await noteState(transaction, waited, state)
  return new Map(waited.map(({ application_id, withheld: _, ...entry }) => [application_id, entry]))
}

async function noteState(
  transaction: Transaction<Tables>,
  entries: readonly { id: number }[],
  email_state: 'CANCELLED' | 'LEFT_OUT',
) {
  if (entries.length === 0) return
  await transaction
    .updateTable('application_history')
    .set({ email_state, outbox_id: null })
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute()
}

import { type StatusEmailKind, statusEmailKinds } from '#shared/status-emails.ts'
import { isWaiting } from './spots.ts'

/** The entry in the history whose email was still unsent, and is cancelled. */
export type CancelledEmail = { kind: string; email_kind: string; email_replaced: string }

type Applicant = { status: string; waiting_since: string | null }

/** An entry of the history, with what became of its email. */
type Change = {
  kind: string
  from_status: string | null
  to_status: string
  email_kind: string
  email_state: string
  email_replaced: string
}

type Choice = {
  /** What the change tells; null for nothing. */
  kind: StatusEmailKind | null
  of: 'status' | 'place'
  isUndo: boolean
  /** Whether the user wants no email of the change. */
  isLeftOut: boolean
  /** Whether emails of this kind are sent. */
  isSent: (kind: StatusEmailKind) => boolean
  pending: CancelledEmail | undefined
  /** The earlier changes of the status, or else of the place. */
  changes: readonly Change[]
  /** All earlier changes. */
  history: readonly Change[]
}

const placeKinds: readonly string[] = ['WAITING', 'SPOT', 'MOVED']
const isPlace = (kind: string) => placeKinds.includes(kind)
const isKind = (kind: string): kind is StatusEmailKind =>
  (statusEmailKinds as readonly string[]).includes(kind)

/** Whether the email of a change was sent, or is about to be. */
export const isTold = (change: Pick<Change, 'email_state'>) =>
  change.email_state === 'WRITTEN' || change.email_state === 'SENT'

/**
 * Chooses the email that follows a change. One at most waits for an applicant, so it may tell what the cancelled one
 * was to tell: of the status when the place has changed, or of the place when the status has.
 * @param applicant as they are after the change
 */
export function chooseEmail(applicant: Applicant, choice: Choice) {
  const { kind, isLeftOut, isSent } = choice
  const possible = candidatesOf(untoldOf(choice, applicant), choice)
    .filter(isKind)
    .filter((one) => isSent(one) && isTrueOf(one, applicant))
  // Leaving out the email of a change leaves out none about something else.
  return possible.find((one) => !isLeftOut || one !== kind) ?? possible[0]
}

/** `placeBefore`: what was not told of the place because the decisions since were to tell where it is. */
type Untold = { status: string; place: string; placeBefore: string }

/** What the cancelled email was to tell: of the status, and of the place; empty for nothing. */
function untoldOf({ pending, history }: Choice, applicant: Applicant): Untold {
  if (!pending) return { status: '', place: '', placeBefore: '' }
  const { kind, email_kind } = pending
  if (isPlace(email_kind)) return { status: '', place: email_kind, placeBefore: '' }
  const place = kind === 'status' ? '' : placeToldBy(pending, applicant)
  return { status: email_kind, place, placeBefore: untoldPlaceOf(history, applicant) }
}

/** What the last change of the place was to tell, unless any email was sent since, or left out on purpose. */
function untoldPlaceOf(history: readonly Change[], applicant: Applicant) {
  const end = history.findLastIndex((one) => isTold(one) || one.email_state === 'LEFT_OUT')
  const last = history.slice(end + 1).findLast(({ kind }) => kind !== 'status')
  return last?.email_state === 'CANCELLED' ? placeToldBy(last, applicant) : ''
}

/** What the email of a change of the place was to tell of it; empty for nothing. */
function placeToldBy({ kind, email_kind, email_replaced }: CancelledEmail, applicant: Applicant) {
  if (isPlace(email_kind)) return email_kind
  // It was to tell of a decision, not of itself; undone ones have replaced nothing.
  return email_replaced === '' ? '' : placeKindOf(kind, applicant)
}

function placeKindOf(kind: string, applicant: Applicant) {
  if (isWaiting(applicant)) return 'WAITING'
  return kind === 'move' ? 'MOVED' : 'SPOT'
}

/** Whether it holds: more may have been decided since it was to be told. */
function isTrueOf(kind: StatusEmailKind, applicant: Applicant) {
  if (!isPlace(kind)) return kind === applicant.status
  const isClosed = applicant.status === 'REJECTED' || applicant.status === 'WITHDRAWN'
  return !isClosed && isWaiting(applicant) === (kind === 'WAITING')
}

/** What may be told, the first that can be. */
function candidatesOf(untold: Untold, { kind, of, isUndo, changes }: Choice): string[] {
  const last = changes.at(-1)
  const wasToldWithIt = last && isTold(last) && last.email_kind === last.email_replaced
  const replaced = last && !wasToldWithIt ? last.email_replaced : ''
  if (of === 'place') {
    // Who is moved is yet to learn of the decision, and in which cohort it is.
    return [untold.status || (isUndo ? replaced : (kind ?? ''))]
  }
  const status = kind ?? 'PENDING'
  // Whoever comes back before they were told is told nothing of it, as with an undo.
  const isBack = untold.status !== '' && last?.from_status === status
  if (!isUndo && !isBack) return [kind ?? '', untold.place || untold.placeBefore]
  const before = changes.findLast(({ to_status }) => to_status === status)
  const isUntold = before?.email_state === 'CANCELLED' && !isPlace(before.email_kind)
  const decision = isUntold ? before.email_kind : ''
  const place = untold.place || (isPlace(replaced) ? replaced : '')
  const isOfBoth = untold.status !== '' && untold.place !== ''
  return [...(isOfBoth ? [decision, place] : [place, decision]), untold.placeBefore]
}

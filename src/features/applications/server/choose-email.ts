import { type StatusEmailKind, statusEmailKinds } from '#shared/status-emails.ts'
import { isClosed } from '../validation.ts'
import { isSamePlace, type PlaceChange, placeBefore } from './places.ts'
import { isWaiting } from './spots.ts'

/** The entry in the history whose email was still unsent, and is cancelled. */
export type CancelledEmail = { kind: string; email_kind: string; email_replaced: string }

type Applicant = { status: string; waiting_since: string | null }

/** An entry of the history, with what became of its email. */
type Change = {
  kind: string
  from_status: string | null
  to_status: string
  from_cohort_id: number | null
  from_waiting: number | null
  email_kind: string
  email_state: string
  email_replaced: string
}

type Choice = {
  /** What the change tells; null for nothing. */
  kind: StatusEmailKind | null
  place: PlaceChange | undefined
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
  const possible = candidatesOf(owedBy(choice, applicant), choice)
    .filter(isKind)
    .filter((one) => isSent(one) && isTrueOf(one, applicant))
  // Leaving out the email of a change leaves out none about something else.
  return possible.find((one) => !isLeftOut || one !== kind) ?? possible[0]
}

/** What the applicant was to be told before this change, and was not; empty for nothing. */
type Owed = {
  /** The decision that the cancelled email was to tell. */
  status: string
  /** What that email was to tell of the place. */
  place: string
  /** What an older email was to tell of the place: emails about decisions, which name the cohort, have replaced it. */
  olderPlace: string
}

/** What the cancelled email owes. */
function owedBy({ pending, history }: Choice, applicant: Applicant): Owed {
  if (!pending) return { status: '', place: '', olderPlace: '' }
  const { kind, email_kind } = pending
  if (isPlace(email_kind)) return { status: '', place: email_kind, olderPlace: '' }
  const place = kind === 'status' ? '' : placeToldBy(pending, applicant)
  return { status: email_kind, place, olderPlace: olderPlaceOf(history, applicant) }
}

/** The changes since any email was sent, or left out on purpose. */
function sinceTold(history: readonly Change[]) {
  const end = history.findLastIndex((one) => isTold(one) || one.email_state === 'LEFT_OUT')
  return history.slice(end + 1)
}

/** What the last change of the place was to tell, unless any email was sent since, or left out on purpose. */
function olderPlaceOf(history: readonly Change[], applicant: Applicant) {
  const last = sinceTold(history).findLast(({ kind }) => kind !== 'status')
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

/**
 * What the applicant was to be told of the place that this change leads back to, before they were told of another one:
 * this change is told nothing else. Undefined where it leads back to none.
 */
function toldOfFormerPlace({ history, place }: Choice): string | undefined {
  if (!place) return undefined
  const changes = sinceTold(history).filter(({ kind }) => kind !== 'status')
  const start = changes.findLastIndex(({ email_state }) => email_state !== 'CANCELLED')
  const untold = changes.slice(start + 1)
  const at = untold.findIndex((change) => {
    const former = placeBefore(change)
    return former !== null && isSamePlace(former, place.to)
  })
  const [before, away] = [untold[at - 1], untold[at]]
  // An undo replaces nothing, but the change before it may be untold all the same.
  return away && (away.email_replaced || (before?.email_kind ?? ''))
}

/** Whether it holds: more may have been decided since it was to be told. */
function isTrueOf(kind: StatusEmailKind, applicant: Applicant) {
  if (!isPlace(kind)) return kind === applicant.status
  return !isClosed(applicant.status) && isWaiting(applicant) === (kind === 'WAITING')
}

/** Whether an email of this kind is about something else than what has changed, and holds all the same. */
export const isUntouched = (emailKind: string, of: Choice['of'], applicant: Applicant) =>
  isKind(emailKind) && isPlace(emailKind) !== (of === 'place') && isTrueOf(emailKind, applicant)

/**
 * What may be told, best first; the first that is sent and still true becomes the email. An email about a decision names
 * the cohort, so it tells of a move, too. For instance:
 *
 * | earlier changes and their emails            | this change            | candidates         |
 * | ------------------------------------------- | ---------------------- | ------------------ |
 * | moved: cancelled                            | to reviewing           | REVIEWING, MOVED   |
 * | moved: cancelled                            | moved back             | none               |
 * | accepted: cancelled                         | moved                  | ACCEPTED           |
 * | shortlisted: sent; off the list: cancelled  | shortlisting undone    | SPOT               |
 * | shortlisted: cancelled; accepted: cancelled | accepting undone       | SHORTLISTED        |
 * | accepted: cancelled                         | back to pending        | none               |
 */
function candidatesOf(owed: Owed, choice: Choice): string[] {
  const { kind, of, isUndo, changes } = choice
  const last = changes.at(-1)
  const replaced = replacedBy(last)
  if (of === 'place') {
    return [owed.status || (isUndo ? replaced : (toldOfFormerPlace(choice) ?? kind ?? ''))]
  }
  const status = kind ?? 'PENDING'
  // Set back by hand before the decision was told: nothing is told of it, as if it had been undone.
  const isSetBack = owed.status !== '' && last?.from_status === status
  if (!isUndo && !isSetBack) return [kind ?? '', owed.place || owed.olderPlace]
  const decision = cancelledDecisionOf(changes, status)
  const place = owed.place || (isPlace(replaced) ? replaced : '')
  // If one email was to tell both, so does that of the decision before. Else the place comes first: it is newer.
  const wasOneEmail = owed.status !== '' && owed.place !== ''
  return [...(wasOneEmail ? [decision, place] : [place, decision]), owed.olderPlace]
}

/** The kind of the email that a change has replaced, unless the email of the change told that. */
function replacedBy(change: Change | undefined) {
  if (!change) return ''
  const { email_kind, email_replaced } = change
  return isTold(change) && email_kind === email_replaced ? '' : email_replaced
}

/** The decision for a status whose email was cancelled, if it was to tell of the decision. */
function cancelledDecisionOf(changes: readonly Change[], status: string) {
  const change = changes.findLast(({ to_status }) => to_status === status)
  const isCancelled = change?.email_state === 'CANCELLED' && !isPlace(change.email_kind)
  return isCancelled ? change.email_kind : ''
}

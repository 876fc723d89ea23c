import { expect, test } from 'vitest'
import { chooseEmail } from './choose-email.ts'

type Choice = Parameters<typeof chooseEmail>[1]
type Entry = Choice['history'][number]

/** An earlier change of the status, with the email that it wrote, what became of that and what it replaced. */
const decision = (
  [from_status, to_status]: [from: string, to: string],
  [email_kind, email_state, email_replaced]: [kind: string, state: string, replaced?: string],
): Entry => ({
  kind: 'status',
  from_status,
  to_status,
  from_cohort_id: null,
  from_waiting: null,
  email_kind,
  email_state,
  email_replaced: email_replaced ?? '',
})

/** The same of the place: a move to another cohort, or onto the waiting list or off it. */
const placing = (
  kind: 'move' | 'waiting',
  [email_kind, email_state, email_replaced]: [kind: string, state: string, replaced?: string],
): Entry => ({
  ...decision(['PENDING', 'PENDING'], [email_kind, email_state, email_replaced]),
  kind,
})

/** @param earlier the changes before this one. If the email of the last one waits, this one cancels it. */
function emailAfter(
  earlier: Entry[],
  change: Partial<Choice> & Pick<Choice, 'kind' | 'of'>,
  { status, isWaiting = false }: { status: string; isWaiting?: boolean },
) {
  const last = earlier.findLast(({ email_state }) => email_state !== '')
  return chooseEmail(
    { status, waiting_since: isWaiting ? '2026-11-01T00:00:00.000Z' : null },
    {
      place: undefined,
      isUndo: false,
      isLeftOut: false,
      // As delivered.
      isSent: (kind) => kind !== 'REVIEWING',
      pending: last?.email_state === 'CANCELLED' ? last : undefined,
      changes: earlier.filter(({ kind }) => (kind === 'status') === (change.of === 'status')),
      history: earlier,
      ...change,
    },
  )
}

const shortlisted = decision(['PENDING', 'SHORTLISTED'], ['SHORTLISTED', 'CANCELLED'])
const shortlistedTold = { ...shortlisted, email_state: 'SENT' }
const accepted = decision(['PENDING', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED'])
const moved = placing('move', ['MOVED', 'CANCELLED'])
const toldBack = { kind: null, of: 'status', isUndo: true } as const

test('a decision is told', () => {
  const change = { kind: 'SHORTLISTED', of: 'status' } as const
  expect(emailAfter([], change, { status: 'SHORTLISTED' })).toBe('SHORTLISTED')
})

test('a decision is told instead of the one before, if that still waits', () => {
  const change = { kind: 'ACCEPTED', of: 'status' } as const
  expect(emailAfter([shortlisted], change, { status: 'ACCEPTED' })).toBe('ACCEPTED')
})

test('a decision tells of a move that still waits, as its email names the cohort', () => {
  const change = { kind: 'ACCEPTED', of: 'status' } as const
  expect(emailAfter([moved], change, { status: 'ACCEPTED' })).toBe('ACCEPTED')
})

test('a decision whose kind of email is not sent leaves the move that waits to be told', () => {
  const change = { kind: 'REVIEWING', of: 'status' } as const
  expect(emailAfter([moved], change, { status: 'REVIEWING' })).toBe('MOVED')
})

test('a move that decisions were to tell of is told after any number of them', () => {
  const decisions = [
    decision(['PENDING', 'SHORTLISTED'], ['SHORTLISTED', 'CANCELLED', 'MOVED']),
    decision(['SHORTLISTED', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED', 'SHORTLISTED']),
  ]
  const change = { kind: 'REVIEWING', of: 'status' } as const
  expect(emailAfter([moved, ...decisions], change, { status: 'REVIEWING' })).toBe('MOVED')
})

test('a move is not told once the email of a decision told it', () => {
  const decisions = [
    decision(['PENDING', 'SHORTLISTED'], ['SHORTLISTED', 'SENT', 'MOVED']),
    decision(['SHORTLISTED', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED']),
  ]
  const change = { kind: 'REVIEWING', of: 'status' } as const
  expect(emailAfter([moved, ...decisions], change, { status: 'REVIEWING' })).toBeUndefined()
})

test.each(['ACCEPTED', 'REJECTED'] as const)(
  'a move tells the decision that waits: %s',
  (status) => {
    const waiting = decision(['PENDING', status], [status, 'CANCELLED'])
    expect(emailAfter([waiting], { kind: 'MOVED', of: 'place' }, { status })).toBe(status)
  },
)

test('a move that is left out tells the decision that waits all the same', () => {
  const change = { kind: 'MOVED', of: 'place', isLeftOut: true } as const
  expect(emailAfter([accepted], change, { status: 'ACCEPTED' })).toBe('ACCEPTED')
})

test('a decision that is left out tells the place that waits', () => {
  const onList = placing('waiting', ['WAITING', 'CANCELLED'])
  const change = { kind: 'SHORTLISTED', of: 'status', isLeftOut: true } as const
  const applicant = { status: 'SHORTLISTED', isWaiting: true }
  expect(emailAfter([onList], change, applicant)).toBe('WAITING')
})

test('a decision that is left out, with nothing else to tell, is the email that is left out', () => {
  const change = { kind: 'REJECTED', of: 'status', isLeftOut: true } as const
  expect(emailAfter([moved], change, { status: 'REJECTED' })).toBe('REJECTED')
})

test('an undone decision that waited tells the one before, which it had replaced', () => {
  const change = { kind: 'SHORTLISTED', of: 'status', isUndo: true } as const
  const replacing = decision(['SHORTLISTED', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED', 'SHORTLISTED'])
  expect(emailAfter([shortlisted, replacing], change, { status: 'SHORTLISTED' })).toBe(
    'SHORTLISTED',
  )
})

test('an undone decision does not tell the one before again', () => {
  const change = { kind: 'SHORTLISTED', of: 'status', isUndo: true } as const
  const next = decision(['SHORTLISTED', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED'])
  expect(emailAfter([shortlistedTold, next], change, { status: 'SHORTLISTED' })).toBeUndefined()
})

test('an undone decision that was told leaves a spot since to be told', () => {
  const spot = placing('waiting', ['SPOT', 'CANCELLED'])
  expect(emailAfter([shortlistedTold, spot], toldBack, { status: 'PENDING' })).toBe('SPOT')
})

test('an undone decision tells the move that it was to tell of', () => {
  const withMove = { ...accepted, email_replaced: 'MOVED' }
  expect(emailAfter([moved, withMove], toldBack, { status: 'PENDING' })).toBe('MOVED')
})

test('an undone decision that a move was to tell leaves the decision before, or else the move', () => {
  const replacing = decision(['SHORTLISTED', 'ACCEPTED'], ['ACCEPTED', 'CANCELLED', 'SHORTLISTED'])
  const telling = placing('move', ['ACCEPTED', 'CANCELLED', 'ACCEPTED'])
  const change = { kind: 'SHORTLISTED', of: 'status', isUndo: true } as const
  const all = [shortlisted, replacing, telling]
  expect(emailAfter(all, change, { status: 'SHORTLISTED' })).toBe('SHORTLISTED')
  expect(emailAfter([accepted, telling], toldBack, { status: 'PENDING' })).toBe('MOVED')
})

test('an applicant who is set back by hand before they were told is told nothing', () => {
  const change = { kind: null, of: 'status' } as const
  expect(emailAfter([accepted], change, { status: 'PENDING' })).toBeUndefined()
})

test('an undone move tells the decision that waits, or else what it had replaced', () => {
  const change = { kind: null, of: 'place', isUndo: true } as const
  const withMove = { ...accepted, email_replaced: 'MOVED' }
  expect(emailAfter([moved, withMove], change, { status: 'ACCEPTED' })).toBe('ACCEPTED')
  const ofList = placing('waiting', ['WAITING', 'CANCELLED'])
  const replacing = placing('move', ['MOVED', 'CANCELLED', 'WAITING'])
  const applicant = { status: 'PENDING', isWaiting: true }
  expect(emailAfter([ofList, replacing], change, applicant)).toBe('WAITING')
})

test('an undone move does not tell again the decision that was told with it', () => {
  const change = { kind: null, of: 'place', isUndo: true } as const
  const telling = placing('move', ['ACCEPTED', 'SENT', 'ACCEPTED'])
  expect(emailAfter([accepted, telling], change, { status: 'ACCEPTED' })).toBeUndefined()
})

test('nothing of the place is told that no longer holds', () => {
  const spot = placing('waiting', ['SPOT', 'CANCELLED'])
  expect(
    emailAfter([shortlistedTold, spot], toldBack, { status: 'PENDING', isWaiting: true }),
  ).toBeUndefined()
})

const spotIn = (cohort: number) => ({ cohort, isWaiting: false })
const moveTo = (to: ReturnType<typeof spotIn>) =>
  ({ kind: 'MOVED', of: 'place', place: { from: spotIn(2), to } }) as const
/** What the history keeps of the place before a change. */
const fromSpot = (cohort: number) => ({ from_cohort_id: cohort, from_waiting: 0 })
const fromList = (cohort: number) => ({ from_cohort_id: cohort, from_waiting: 1 })
const pending = { status: 'PENDING' }

test('a move that is taken back by hand before it was told is told to nobody', () => {
  const away = { ...moved, ...fromSpot(1) }
  expect(emailAfter([away], moveTo(spotIn(1)), pending)).toBeUndefined()
  expect(emailAfter([away], moveTo(spotIn(3)), pending)).toBe('MOVED')
})

test('a move to a waiting list that is taken back after a spot there is told to nobody', () => {
  const away = { ...placing('move', ['WAITING', 'CANCELLED']), ...fromSpot(1) }
  const onList = { ...away, ...fromList(1) }
  const spot = placing('waiting', ['SPOT', 'CANCELLED', 'WAITING'])
  const offList = { ...spot, ...fromList(2) }
  expect(emailAfter([away, offList], moveTo(spotIn(1)), pending)).toBeUndefined()
  expect(emailAfter([away, offList], moveTo(spotIn(3)), pending)).toBe('MOVED')
  expect(emailAfter([onList, offList], moveTo(spotIn(1)), pending)).toBe('MOVED')
})

test('a move is told where the history does not tell from where an earlier one led', () => {
  expect(emailAfter([moved], moveTo(spotIn(1)), pending)).toBe('MOVED')
})

test('a spot that is given back before the waiting list was told is told to nobody', () => {
  const place = { from: { ...spotIn(2), isWaiting: true }, to: spotIn(2) }
  const onList = { ...placing('waiting', ['WAITING', 'CANCELLED']), ...fromSpot(2) }
  expect(emailAfter([onList], { kind: 'SPOT', of: 'place', place }, pending)).toBeUndefined()
})

test('a move that leads to where an undone one led is told', () => {
  const undone = { ...placing('move', ['MOVED', 'CANCELLED']), ...fromSpot(3) }
  const changes = [
    { ...moved, ...fromSpot(1) },
    { ...moved, ...fromSpot(2), email_replaced: 'MOVED' },
    undone,
  ]
  expect(emailAfter(changes, moveTo(spotIn(3)), pending)).toBe('MOVED')
  expect(emailAfter(changes, moveTo(spotIn(1)), pending)).toBeUndefined()
})

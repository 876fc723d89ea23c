/** Where an application is. */
export type ApplicationPlace = { cohort: number; isWaiting: boolean }

/** A change of the place: a move to another cohort, or onto the waiting list or off it. */
export type PlaceChange = { from: ApplicationPlace; to: ApplicationPlace }

/** What becomes of the spot of an application that is placed. */
export type WantedSpot =
  | { kind: 'spot' }
  /** The end of the waiting list; who waits there already stays where they are. */
  | { kind: 'end' }
  /** A spot, or where there is none, the end of the waiting list. */
  | { kind: 'if full' }
  /** A former place in the waiting list. `at`: ISO 8601. */
  | { kind: 'since'; at: string }

/** A place as the history shows it. */
export function placeText(
  kind: 'move' | 'waiting',
  { name, isWaiting }: { name: string; isWaiting: boolean },
) {
  if (kind === 'waiting') return isWaiting ? 'Waiting list' : 'A spot'
  return isWaiting ? `${name} (waiting list)` : name
}

type StoredPlace = { cohort_id: number; waiting_since: string | null }

/** A place as batches store it: the cohort, and since when the application waits there. */
export const writePlace = ({ cohort_id, waiting_since }: StoredPlace) =>
  waiting_since === null ? String(cohort_id) : `${cohort_id} ${waiting_since}`

/** Reads what `writePlace` has written. */
export function readPlace(text: string): StoredPlace {
  const [cohort, since] = text.split(' ')
  return { cohort_id: Number(cohort), waiting_since: since ?? null }
}

/** Where an application was before a change; null where the history doesn't tell. */
export function placeBefore(change: {
  from_cohort_id: number | null
  from_waiting: number | null
}): ApplicationPlace | null {
  const { from_cohort_id, from_waiting } = change
  if (from_cohort_id === null || from_waiting === null) return null
  return { cohort: from_cohort_id, isWaiting: from_waiting === 1 }
}

export const isSamePlace = (one: ApplicationPlace, other: ApplicationPlace) =>
  one.cohort === other.cohort && one.isWaiting === other.isWaiting

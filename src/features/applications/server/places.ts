import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Where an application is. */
export type ApplicationPlace = {
  /** Undefined where only the history tells of it, which has the names of cohorts alone. */
  cohort?: number
  name: string
  isWaiting: boolean
}

/** A change of the place: a move to another cohort, or onto the waiting list or off it. */
export type PlaceChange = {
  kind: 'move' | 'waiting'
  from: ApplicationPlace
  to: ApplicationPlace
  /** Whether another cohort has the name of this one, too. */
  isNameShared: boolean
}

const waitingText = 'Waiting list'
const waitingEnd = ' (waiting list)'

/** A place as the history tells it. */
export function placeText(kind: PlaceChange['kind'], { name, isWaiting }: ApplicationPlace) {
  if (kind === 'waiting') return isWaiting ? waitingText : 'A spot'
  return isWaiting ? `${name}${waitingEnd}` : name
}

/** Where an application was before each of its last changes of the place. @param now where it is after them */
export function placesBefore(
  changes: readonly { kind: string; from_text: string }[],
  now: ApplicationPlace,
): ApplicationPlace[] {
  let place = now
  const latestFirst = changes.toReversed().map(({ kind, from_text }) => {
    if (kind === 'waiting') place = { ...place, isWaiting: from_text === waitingText }
    else {
      const isWaiting = from_text.endsWith(waitingEnd)
      place = { name: isWaiting ? from_text.slice(0, -waitingEnd.length) : from_text, isWaiting }
    }
    return place
  })
  return latestFirst.reverse()
}

/** Whether a change surely leads back to a former place: a name tells of a cohort where no other one has it. */
export function leadsBackTo(
  { cohort, name, isWaiting }: ApplicationPlace,
  { to, isNameShared }: PlaceChange,
) {
  if (isWaiting !== to.isWaiting) return false
  return cohort === undefined ? name === to.name && !isNameShared : cohort === to.cohort
}

/** Those of the names that several cohorts have. */
export async function findSharedNames(transaction: Transaction<Tables>, names: readonly string[]) {
  if (names.length === 0) return new Set<string>()
  const shared = await transaction
    .selectFrom('cohorts')
    .select('name')
    .where('name', 'in', [...new Set(names)])
    .groupBy('name')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  return new Set(shared.map(({ name }) => name))
}

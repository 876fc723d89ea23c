import type { Transaction } from 'kysely'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import { formatDateTime } from '#shared/format.ts'
import type { historyKinds } from '../validation.ts'

type Kind = Exclude<(typeof historyKinds)[number], 'status' | 'interview'>

/** The moment of a change to these rows: later than their last. */
export const nextMoment = (rows: readonly { updated_at: string }[], now: Date) =>
  nextVersion(
    rows
      .map((row) => row.updated_at)
      .sort()
      .at(-1) ?? new Date(0).toISOString(),
    now,
  )

/** Records what has changed in the histories of some applications, besides their status. */
export async function insertEntries(
  transaction: Transaction<Tables>,
  { kind, by, at }: { kind: Kind; by: { id: number; name: string }; at: string },
  entries: readonly { id: number; status: string; from_text: string; to_text: string }[],
) {
  if (entries.length === 0) return
  await transaction
    .insertInto('application_history')
    .values(
      entries.map(({ id, status, ...texts }) => ({
        ...{ application_id: id, from_status: status, to_status: status, kind, notes: '' },
        ...texts,
        ...{ by_user_id: by.id, by_name: by.name, created_at: at },
      })),
    )
    .execute()
}

const verbs = {
  assignee: 'assigned this application to',
  move: 'moved this application to',
  waiting: 'changed the place of this application to',
} as const

/** The latest entries of these kinds, by the ids of their applications, and what they tell. */
export async function findLatestEntries(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  kinds: readonly Kind[],
) {
  const entries = await transaction
    .selectFrom('application_history')
    .select(['application_id', 'kind', 'to_text', 'by_name', 'created_at'])
    .where('application_id', 'in', ids)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
  return new Map(
    entries.map(({ application_id, kind, to_text, by_name, created_at }) => {
      const what = `${verbs[kind as Kind]} ${to_text || 'nobody'}`
      const told = `${by_name} ${what} at ${formatDateTime(created_at)}.`
      return [application_id, { created_at, told }]
    }),
  )
}

export const laterThan = (entry: { created_at: string } | undefined, time: string | undefined) =>
  entry !== undefined && time !== undefined && Date.parse(entry.created_at) > Date.parse(time)

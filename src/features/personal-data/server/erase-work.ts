import type { Transaction } from 'kysely'
import { auditTargetsOf } from '#database/row-names.ts'
import type { Tables } from '#database/tables.ts'
import type { CacheTag } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'
import type { Known, PersonRows, Subject, TableName } from './person.ts'

/** Whom an erasure looks for, and the ids of the rows that it has found. */
export type Person = Omit<Subject, 'before'> & Known & { ids: Partial<Record<TableName, number[]>> }
export type Counts = Record<string, number>

/** The ids of a person's rows, where lines of the audit log may be about it, with those known before. */
export const auditedIds = (rows: PersonRows, { ids }: Person): Person['ids'] =>
  Object.fromEntries(
    [...rows]
      .filter(([table]) => auditTargetsOf(table).length > 0)
      .map(([table, some]) => [
        table,
        [...(ids[table] ?? []), ...some.map(({ id }) => Number(id))],
      ]),
  )

type Work = {
  /** The erasure's id. */
  id: number
  services: Services
  transaction: Transaction<Tables>
  person: Person
  pseudonym: string
  /** What is newer stays. */
  before: string
  at: string
}

export type StepOutcome = {
  counts: Counts
  ids?: Person['ids']
  /** No longer claimed. */
  files?: { id: number; key: string }[]
  tags?: CacheTag[]
  /** Whether an email that is still to be sent names the person. */
  waits?: boolean
}

/** Every look finds the same ones again. */
const isFoundAgain = (kind: string) => kind === 'unreadable'

export function addedUp(counts: Counts, more: Counts): Counts {
  const sums = { ...counts }
  for (const [kind, count] of Object.entries(more)) {
    if (count === 0) continue
    const before = sums[kind] ?? 0
    sums[kind] = isFoundAgain(kind) ? Math.max(before, count) : before + count
  }
  return sums
}

/** What is done in the transaction that notes it. */
export type Step = (work: Work) => Promise<StepOutcome>

/**
 * What is done before the transaction that notes it, since it takes long. It may be done again, and at the same time by
 * another process.
 */
export type LongStep = { inParts(work: Omit<Work, 'transaction'>): Promise<StepOutcome> }

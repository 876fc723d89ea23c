import type { Transaction } from 'kysely'
import type { tablesWithVisitors } from '#database/personal-data.ts'
import type { Tables } from '#database/tables.ts'
import type { Tag } from '#shared/procedure.ts'
import type { CacheTag } from '../cache/tag-versions.ts'
import type { Retained } from './old-rows.ts'

type Declared = typeof tablesWithVisitors

/** Where a person is found by their email; and testimonials, which have none: staff say which are a person's. */
export type ErasedTable =
  | {
      [Table in keyof Declared]: Declared[Table] extends { foundBy: string } ? Table : never
    }[keyof Declared]
  | 'testimonials'

/** How a person's rows of a table are erased: deleted with all that foreign keys delete with them, unless some stay. */
export type Erased = Pick<Retained, 'lock' | 'release'> & {
  tags: readonly Tag[]
  /** Further tags of cached pages that show a row. */
  rowTagsOf?(row: Readonly<Record<string, unknown>>): readonly CacheTag[]
  /** Empties the rows that must stay, with a pseudonym in place of the person. @returns their ids */
  keep?(
    transaction: Transaction<Tables>,
    ids: readonly number[],
    pseudonym: string,
    at: string,
  ): Promise<number[]>
  /** Files of erased rows that nothing has claimed, and which are not theirs yet or any more. */
  findStrays?(
    transaction: Transaction<Tables>,
    ids: readonly number[],
  ): Promise<{ id: number; key: string }[]>
}
export type ErasedKinds = Readonly<Record<ErasedTable, Erased>>

import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Tag } from '#shared/procedure.ts'
import type { CacheTag } from '../cache/tag-versions.ts'
import type { Retained } from './old-rows.ts'

export type ErasedTable =
  | ('applications' | 'talents' | 'contact_messages' | 'event_registrations')
  | ('subscribers' | 'suppressions' | 'testimonials' | 'certificates')
  | ('comments' | 'comment_followers')
  | ('privacy_links' | 'privacy_requests')

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

import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

type SavedViewsTable = {
  id: Generated<number>
  /** Its owner. */
  user_id: number
  /** One of `viewLists`. */
  list: string
  name: string
  /** The name in searchable form: one view of a name for each owner and list. */
  name_key: string
  /** The query of the list's URL. */
  parameters: string
  is_shared: number
  is_pinned: number
  created_at: Time
  updated_at: Time
}

/** What lists were filtered by, under names. */
export type ViewTables = { saved_views: SavedViewsTable }

import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { SavedView } from '../contract.ts'
import type { ViewList } from '../validation.ts'

const columns = [
  'saved_views.id',
  'saved_views.list',
  'saved_views.name',
  'saved_views.parameters',
  'saved_views.is_shared',
  'saved_views.is_pinned',
  'saved_views.created_at',
  'saved_views.updated_at',
  'saved_views.user_id',
  'users.name as by',
] as const

type Row = Omit<SavedView, 'list' | 'is_shared' | 'is_pinned' | 'is_own'> & {
  list: string
  is_shared: number
  is_pinned: number
  user_id: number
}

const toView = ({ user_id, ...row }: Row, userId: number): SavedView => ({
  ...row,
  list: row.list as ViewList,
  is_shared: row.is_shared === 1,
  is_pinned: row.is_pinned === 1,
  is_own: user_id === userId,
})

const views = (database: Database) =>
  database.selectFrom('saved_views').innerJoin('users', 'users.id', 'saved_views.user_id')

/** The views of a list that a user sees: the own ones, then those that colleagues share, by name. */
export async function findViews(database: Database, list: ViewList, userId: number) {
  const rows = await views(database)
    .select(columns)
    .where('list', '=', list)
    .where((where) => where.or([where('user_id', '=', userId), where('is_shared', '=', 1)]))
    .orderBy('name_key')
    .orderBy('saved_views.id')
    .execute()
  const found = rows.map((row) => toView(row, userId))
  return [...found.filter((view) => view.is_own), ...found.filter((view) => !view.is_own)]
}

export async function findView(database: Database, id: number, userId: number) {
  const row = await views(database)
    .select(columns)
    .where('saved_views.id', '=', id)
    .executeTakeFirst()
  return row ? toView(row, userId) : null
}

export async function countViews(database: Transaction<Tables>, list: ViewList, userId: number) {
  const { total } = await database
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('list', '=', list)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

type Values = Pick<SavedView, 'name' | 'parameters' | 'is_shared' | 'is_pinned'>

const toColumns = ({ name, parameters, is_shared, is_pinned }: Values) => ({
  name,
  parameters,
  name_key: searchable(name),
  is_shared: Number(is_shared),
  is_pinned: Number(is_pinned),
})

/** @returns the id */
export async function insertView(
  database: Transaction<Tables>,
  view: Values & { list: ViewList },
  userId: number,
  at: string,
) {
  const values = { ...toColumns(view), list: view.list, user_id: userId }
  const { id } = await database
    .insertInto('saved_views')
    .values({ ...values, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateView = (
  transaction: Transaction<Tables>,
  view: Values & { id: number },
  updated_at: string,
) =>
  transaction
    .updateTable('saved_views')
    .set({ ...toColumns(view), updated_at })
    .where('id', '=', view.id)
    .execute()

import { type RawBuilder, sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { Role } from '#shared/roles.ts'
import type { Account, UserRow } from '../contract.ts'
import type { UserStatus } from '../validation.ts'

const columns = [
  'id',
  'email',
  'name',
  'role',
  'disabled_at',
  'invited_at',
  'totp_enabled_at',
  'created_at',
  'updated_at',
  'last_seen_at',
] as const

type Row = Pick<
  { [Column in keyof Tables['users']]: string | null },
  'disabled_at' | 'invited_at' | 'totp_enabled_at' | 'last_seen_at'
> & {
  id: number
  email: string
  name: string
  role: string
  created_at: string
  updated_at: string
}

/** What everybody may know who knows the user at all. */
export const toUser = (
  row: Record<'email' | 'name' | 'role', string> & { id: number },
): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role as Role,
})

/** A user as administrators see it: whether there is a second factor, but never its secret. */
const toUserRow = (row: Row): UserRow => ({
  ...toUser(row),
  disabled: row.disabled_at !== null,
  invited_at: row.invited_at,
  second_factor: row.totp_enabled_at !== null,
  created_at: row.created_at,
  updated_at: row.updated_at,
  last_seen_at: row.last_seen_at,
})

const isInStatus: Record<UserStatus, RawBuilder<boolean>> = {
  active: sql`disabled_at is null and invited_at is null`,
  invited: sql`disabled_at is null and invited_at is not null`,
  disabled: sql`disabled_at is not null`,
}

export async function findUsers(
  database: Database,
  filters: {
    search?: string
    role?: Role[]
    status?: UserStatus[]
  },
  page: PageQuery,
) {
  let query = database.selectFrom('users')
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const { role, status } = filters
  if (role) query = query.where('role', 'in', role)
  if (status) query = query.where(({ or }) => or(status.map((one) => isInStatus[one])))
  const ordered = query.select(columns).orderBy('search_text').orderBy('id')
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toUserRow) }
}

export async function findUser(database: Database, id: number) {
  const row = await database
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toUserRow(row) : null
}

/** The stored credentials of a user. */
export const findCredentials = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'role',
      'password_hash',
      'totp_secret',
      'totp_enabled_at',
      'disabled_at',
    ])
    .where('email', '=', email)
    .executeTakeFirst()

type NewUser = {
  email: string
  name: string
  role: Role
  password_hash: string
  invited_at?: string | null
}

/** @throws a unique violation when the email is taken */
export async function insertUser(database: Database, user: NewUser, at: string) {
  const { id } = await database
    .insertInto('users')
    .values({
      ...user,
      search_text: searchable(`${user.name} ${user.email}`),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the given fields. @throws a unique violation when the email is taken */
export async function updateUser(
  database: Database,
  { id, email, name, role }: Account,
  changes: Partial<
    Record<'password_hash', string> & Record<'disabled_at' | 'invited_at', string | null>
  >,
  at: string,
) {
  await database
    .updateTable('users')
    .set({
      email,
      name,
      role,
      ...changes,
      search_text: searchable(`${name} ${email}`),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks the rows of all enabled administrators, in the order of their ids: if two administrators change each other at
 * once, the second waits here and then sees the first one's change.
 * @param other a user who is changed, locked in the same order: so are the members of panels, and owners of messages
 * @returns the administrators' ids
 */
export async function lockAdministrators(transaction: Transaction<Tables>, other?: number) {
  const administrators = transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('disabled_at', 'is', null)
  const ids = new Set((await administrators.execute()).map(({ id }) => id))
  if (other !== undefined) ids.add(other)
  for (const id of [...ids].sort((a, b) => a - b)) await lockRow(transaction, 'users', id)
  return (await administrators.execute()).map(({ id }) => id)
}

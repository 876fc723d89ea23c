import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery, preparePages } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { compareNames } from '#shared/compare-names.ts'
import type { ListedMember, MemberStatus, TeamMember } from '../contract.ts'

/** What visitors get. */
const publicColumns = [
  'id',
  'profile_picture',
  'full_name',
  'job_title as position',
  'linkedin_link',
] as const
/** What staff get. */
const columns = [
  ...publicColumns,
  'role',
  'department',
  'place',
  'inactive_at',
  'created_at',
  'updated_at',
] as const

type Row = Omit<TeamMember, 'status'> & { inactive_at: string | null }

const toMember = ({ inactive_at, ...row }: Row): TeamMember => ({
  ...row,
  status: inactive_at === null ? 'ACTIVE' : 'INACTIVE',
})

const pagesOfActive = preparePages((database) => {
  const matching = database.selectFrom('team_members').where('inactive_at', 'is', null)
  return { matching, ordered: matching.select(publicColumns).orderBy('place').orderBy('id') }
})

/** The active members in order, without staff-only fields. */
export const findActiveMembers = (database: Database, page: PageQuery) =>
  pagesOfActive(database, {}, page)

/** The ids of the active members, in their order. */
export async function findActiveOrder(transaction: Transaction<Tables>) {
  const rows = await transaction
    .selectFrom('team_members')
    .select('id')
    .where('inactive_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The roles or departments that members have, by name; those that differ in their case alone once. */
export async function findLabels(database: Database, column: 'role' | 'department') {
  const rows = await database
    .selectFrom('team_members')
    .select((select) => select.fn.min<string>(column).as('label'))
    .where(column, '<>', '')
    .groupBy(sql`lower(${sql.ref(column)})`)
    .execute()
  return rows.map(({ label }) => label).sort(compareNames)
}

export type MemberFilters = {
  role?: string
  department?: string
  status?: MemberStatus | 'ALL'
  search?: string
}

/** A page of the staff's list, in the same order. */
export async function findMembers(database: Database, filters: MemberFilters, page: PageQuery) {
  let query = database.selectFrom('team_members')
  if (filters.role) query = query.where(isAlike('role', filters.role))
  if (filters.department) query = query.where(isAlike('department', filters.department))
  if (filters.status && filters.status !== 'ALL') {
    query = query.where('inactive_at', filters.status === 'ACTIVE' ? 'is' : 'is not', null)
  }
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const ordered = query.select(columns).orderBy('place').orderBy('id')
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toMember) as ListedMember[] }
}

const isAlike = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`

export async function findMember(database: Database, id: number) {
  const row = await database
    .selectFrom('team_members')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toMember(row) : null
}

export type MemberFields = Omit<TeamMember, 'id' | 'created_at' | 'updated_at'>

const toRow = (member: Omit<MemberFields, 'status' | 'place'>) => ({
  profile_picture: member.profile_picture,
  full_name: member.full_name,
  job_title: member.position,
  linkedin_link: member.linkedin_link,
  role: member.role,
  department: member.department,
  search_text: searchable(
    [member.full_name, member.position, member.role, member.department].join('\n'),
  ),
})

/** Adds a member, by default as the last one. @returns the id */
export async function insertMember(
  database: Database,
  member: Omit<MemberFields, 'place'> & { place?: number },
  now: string,
) {
  const last = sql<number>`(select coalesce(max(place), 0) + 1 from team_members)`
  const { id } = await database
    .insertInto('team_members')
    .values({
      ...toRow(member),
      place: member.place ?? last,
      inactive_at: member.status === 'INACTIVE' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateMember(
  database: Database,
  after: TeamMember,
  version: string,
  before: TeamMember,
) {
  const inactive_at = after.status === 'INACTIVE' ? version : null
  await database
    .updateTable('team_members')
    .set({
      ...toRow(after),
      place: after.place,
      ...(after.status !== before.status && { inactive_at }),
      updated_at: version,
    })
    .where('id', '=', after.id)
    .execute()
}

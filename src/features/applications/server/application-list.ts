import { isSqlite } from '#database/foreign-keys.ts'
import type { Database } from '#database/open.ts'
import {
  countRows,
  findFromNearerEnd,
  findIds,
  findIdsInWindows,
  findIdsPage,
  findNeighbours,
  findPlace,
  type ListOrder,
  reversed,
  type Window,
} from '#database/ordered-list.ts'
import { findKeptCount, findKeptCounts } from './counts.ts'
import {
  filteredAlong,
  filteredApplications,
  listedApplications,
  matchingApplications,
  type Ordering,
  orderOf,
  type Query,
  type ViewerFilters,
} from './filters.ts'

export type ListFilters = ViewerFilters & { ordering?: Ordering | undefined }

/** The ids of a page of the list, and its length. */
export async function findListPage(
  database: Database,
  filters: ListFilters,
  window: Window,
): Promise<{ ids: number[]; total: number; has_more: boolean }> {
  const order = orderOf(filters.ordering)
  // What is found by an index apart is found and counted in one go.
  if (isSearch(filters) || (filters.is_scored === true && !filters.is_by_score)) {
    const { matching, has_more } = await listedApplications(database, filters)
    return { ...(await findIdsPage(database, matching, order, window, true)), has_more }
  }
  const groups = await findGroups(database, filters)
  if (groups) {
    const total = sumOf(groups)
    return { ids: await findIdsInGroups(groups, window), total, has_more: false }
  }
  const list = await findWholeList(database, filters, window.offset + window.limit)
  const ids = await findFromNearerEnd(list.matching, order, window, list.total)
  return { ids, total: list.total, has_more: false }
}

/** The ids before and after an application in the filtered, ordered list, which need not contain it. */
export async function findApplicationNeighbours(
  database: Database,
  id: number,
  filters: ListFilters,
  ahead: number,
) {
  const own = ownApplication(database, id)
  const groups = await findGroups(database, filters)
  if (!groups) {
    const { matching } = isSearch(filters)
      ? await listedApplications(database, filters)
      : await findWholeList(database, filters, ahead)
    const how = { ahead, isSearch: isSearch(filters) }
    return findNeighbours(database, own, matching, orderOf(filters.ordering), how)
  }
  const around = await findAround(own, groups, filters.ordering)
  if (!around) return null
  const { before, same, after } = around
  const near = same && (await findNeighbours(database, own, same.matching, same.order, { ahead }))
  const upcoming = near?.upcoming ?? []
  if (upcoming.length < ahead) {
    const window = { limit: ahead - upcoming.length, offset: 0 }
    upcoming.push(...(await findIdsInGroups(after, window)))
  }
  const last = before.at(-1)
  const fromEnd =
    last && !near?.previous
      ? await findIds(last.matching, reversed(last.order), { limit: 1, offset: 0 })
      : []
  const previous = near?.previous ?? fromEnd[0] ?? null
  return { previous, next: upcoming[0] ?? null, upcoming }
}

/** The place of an application in the filtered, ordered list, counted from 1, and the length of the list. */
export async function findApplicationPlace(database: Database, id: number, filters: ListFilters) {
  const own = ownApplication(database, id)
  const groups = await findGroups(database, filters)
  if (!groups) {
    const { matching } = await listedApplications(database, filters)
    const kept = await findKeptCount(database, filters)
    return findPlace(own, matching, orderOf(filters.ordering), kept)
  }
  const around = await findAround(own, groups, filters.ordering)
  if (!around) return null
  const { before, same, after } = around
  const within = same && (await findPlace(own, same.matching, same.order, same.total))
  const earlier = sumOf(before)
  return {
    place: earlier + (within?.place ?? 1),
    total: earlier + (same?.total ?? 0) + sumOf(after),
  }
}

/** For so many rows a query may look, where it could look at all of them. */
const windowRows = 10_000

/** The ids of all matching applications, in order. */
export async function findMatchingIds(database: Database, filters: ListFilters): Promise<number[]> {
  const order = orderOf(filters.ordering)
  if (isSearch(filters)) return findIds(matchingApplications(database, filters), order)
  const all = await countAll(database, filters)
  const idsOf = ({ matching, order, total }: Omit<Group, 'value'>) =>
    findIdsInWindows(matching, order, Math.max(100, Math.ceil((windowRows * total) / all)))
  const groups = await findGroups(database, filters)
  if (!groups) return idsOf({ ...(await findWholeList(database, filters, windowRows)), order })
  const ids: number[] = []
  for (const group of groups) ids.push(...(await idsOf(group)))
  return ids
}

/** Those of a cohort or with a status: a list by either is one such list after the other, in the order of time. */
type Group = { value: number | string; matching: Query; order: ListOrder; total: number }

/**
 * The groups of a list by cohort or status, without empty ones: no index has both that order and another filter.
 * @returns undefined for other orders, and for filters by which no counts are kept
 */
async function findGroups(database: Database, filters: ListFilters): Promise<Group[] | undefined> {
  const column = groupColumnOf(filters.ordering)
  const counts = column && (await findKeptCounts(database, filters, column))
  if (!counts) return undefined
  const order = orderOf(isDescending(filters.ordering) ? '-created_at' : 'created_at')
  const groups = [...counts].map(([value, { total }]) => ({
    ...{ value, total, order },
    matching: filteredApplications(database, filters).where(`applications.${column}`, '=', value),
  }))
  return groups
    .filter(({ total }) => total > 0)
    .sort((one, other) => compare(one.value, other.value, filters.ordering))
}

const groupColumnOf = (ordering: Ordering | undefined) =>
  ordering?.endsWith('cohort') ? 'cohort_id' : ordering?.endsWith('status') ? 'status' : undefined

function compare(one: Group['value'], other: Group['value'], ordering: Ordering | undefined) {
  if (one === other) return 0
  return one < other === isDescending(ordering) ? 1 : -1
}

const isDescending = (ordering: Ordering | undefined) => ordering?.startsWith('-') ?? true

/** The groups before and after that of an application, and its own, unless that is empty. */
async function findAround(
  own: ReturnType<typeof ownApplication>,
  groups: readonly Group[],
  ordering: Ordering | undefined,
) {
  const row = await own.select(['cohort_id', 'status']).executeTakeFirst()
  if (!row) return null
  const value = row[groupColumnOf(ordering) ?? 'status']
  const sideOf = (group: Group) => compare(group.value, value, ordering)
  return {
    before: groups.filter((group) => sideOf(group) < 0),
    same: groups.find((group) => group.value === value),
    after: groups.filter((group) => sideOf(group) > 0),
  }
}

async function findIdsInGroups(groups: readonly Group[], { limit, offset }: Window) {
  const ids: number[] = []
  let passed = 0
  for (const { matching, order, total } of groups) {
    const window = { limit: limit - ids.length, offset: Math.max(0, offset - passed) }
    if (window.limit === 0) break
    ids.push(...(await findFromNearerEnd(matching, order, window, total)))
    passed += total
  }
  return ids
}

/** A list in one go, and its length. @param reach how many of its rows are asked for, from its begin */
async function findWholeList(database: Database, filters: ListFilters, reach: number) {
  const matching = filteredApplications(database, filters)
  const total = (await findKeptCount(database, filters)) ?? (await countRows(matching))
  const isByName = filters.ordering?.endsWith('name') ?? false
  // Few are sorted; of many the index of the names soon has as many as are asked for.
  const isWalked =
    isByName && isSqlite(database) && total ** 2 > reach * (await countAll(database, filters))
  return {
    matching: isWalked ? filteredAlong('applications_name', database, filters) : matching,
    total,
  }
}

const countAll = async (database: Database, { viewer }: ListFilters) =>
  (await findKeptCount(database, { viewer })) ?? 0

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { total }) => sum + total, 0)

const isSearch = ({ search_query }: ListFilters) => Boolean(search_query?.trim())

const ownApplication = (database: Database, id: number) =>
  database.selectFrom('applications').where('id', '=', id)

import { type Database, hasBlockingQueries } from '#database/open.ts'
import {
  countMatching,
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
  readApplicationOrdering,
  type ViewerFilters,
} from './filters.ts'
import { isScoreShownTo } from './score-columns.ts'
import type { Query } from './search.ts'

export type ListFilters = ViewerFilters & { ordering?: Ordering }

/** The ids of a page of the list, and its length. */
export async function findListPage(
  database: Database,
  filters: ListFilters,
  window: Window,
): Promise<{ ids: number[]; total: number; has_more: boolean }> {
  const order = orderOf(filters.ordering)
  // What is found by an index apart is found and counted in one go.
  const { is_scored, is_by_score, is_invited } = filters
  if (isSearch(filters) || is_invited || (is_scored && !is_by_score)) {
    const { matching, has_more } = await listedApplications(database, filters)
    return {
      ...(await findIdsPage(database, matching, { order, window, isSearch: true })),
      has_more,
    }
  }
  const groups = await findGroups(database, filters)
  if (groups) {
    const total = sumOf(groups)
    return { ids: await findIdsInGroups(groups, window), total, has_more: false }
  }
  const { matching, total, windowSize } = await findWholeList(database, filters, window)
  const ids = await findFromNearerEnd(matching, { order, window, total, windowSize })
  return { ids, total, has_more: false }
}

/** The ids before and after an application in the filtered, ordered list, which need not contain it. */
export async function findApplicationNeighbours(
  database: Database,
  id: number,
  filters: ListFilters,
  ahead: number,
) {
  const own = ownApplication(database, id)
  if (await isHidden(own, filters)) return { previous: null, next: null, upcoming: [] }
  const groups = await findGroups(database, filters)
  if (!groups) {
    const { matching } = isSearch(filters)
      ? await listedApplications(database, filters)
      : await findWholeList(database, filters, { limit: ahead, offset: 0 })
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

/**
 * The place of an application in the filtered, ordered list, counted from 1, and the length of the list. The place is
 * null where it would tell a score that is hidden.
 */
export async function findApplicationPlace(
  database: Database,
  id: number,
  filters: ListFilters,
): Promise<{ place: number | null; total: number } | null> {
  const own = ownApplication(database, id)
  if (await isHidden(own, filters)) {
    return {
      place: null,
      total: (await findListPage(database, filters, { limit: 1, offset: 0 })).total,
    }
  }
  const groups = await findGroups(database, filters)
  if (!groups) {
    const order = orderOf(filters.ordering)
    if (isSearch(filters)) {
      const { matching } = await listedApplications(database, filters)
      return findPlace(own, matching, { order })
    }
    const { matching, total, windowSize } = await findWholeList(database, filters)
    return findPlace(own, matching, { order, total, windowSize })
  }
  const around = await findAround(own, groups, filters.ordering)
  if (!around) return null
  const { before, same, after } = around
  const within = same && (await findPlace(own, same.matching, same))
  const earlier = sumOf(before)
  return {
    place: earlier + (within?.place ?? 1),
    total: earlier + (same?.total ?? 0) + sumOf(after),
  }
}

/** The ids of all matching applications, in order. */
export async function findMatchingIds(database: Database, filters: ListFilters): Promise<number[]> {
  const order = orderOf(filters.ordering)
  if (isSearch(filters)) return findIds(matchingApplications(database, filters), order)
  const groups = await findGroups(database, filters)
  const parts = groups ?? [{ ...(await findWholeList(database, filters)), order }]
  const ids: number[][] = []
  for (const { matching, order, windowSize } of parts) {
    ids.push(await findIdsInWindows(matching, order, windowSize ?? sortedMax))
  }
  return ids.flat()
}

type Part = {
  matching: Query
  total: number
  /** How many rows one query reads at most; undefined where one may read all. */
  windowSize: number | undefined
}

/** Those of a cohort or with a status: a list by either is one such list after the other, in the order of time. */
type Group = Part & { value: number | string; order: ListOrder }

/**
 * The groups of a list by cohort or status, without empty ones: no index has both that order and another filter.
 * @returns undefined for other orders, and for filters by which no counts are kept
 */
async function findGroups(database: Database, filters: ListFilters): Promise<Group[] | undefined> {
  const column = groupColumnOf(filters.ordering)
  const counts = column && (await findKeptCounts(database, filters, column))
  if (!counts) return undefined
  const order = orderOf(isDescending(filters.ordering) ? '-created_at' : 'created_at')
  const isLong =
    hasBlockingQueries(database) && [...counts.values()].some(({ total }) => total > sortedMax)
  const all = isLong ? await countAll(database, filters) : 0
  const groups = [...counts].map(([value, { total }]) => ({
    value,
    total,
    order,
    windowSize: isLong ? windowSizeOf(total, all) : undefined,
    matching: filteredApplications(database, filters).where(`applications.${column}`, '=', value),
  }))
  return groups
    .filter(({ total }) => total > 0)
    .sort((one, other) => compare(one.value, other.value, filters.ordering))
}

function groupColumnOf(ordering: Ordering | undefined) {
  const { name } = readApplicationOrdering(ordering)
  return name === 'cohort' ? 'cohort_id' : name === 'status' ? 'status' : undefined
}

function compare(one: Group['value'], other: Group['value'], ordering: Ordering | undefined) {
  if (one === other) return 0
  return one < other === isDescending(ordering) ? 1 : -1
}

const isDescending = (ordering: Ordering | undefined) =>
  readApplicationOrdering(ordering).direction === 'desc'

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
  for (const { matching, order, total, windowSize } of groups) {
    const window = { limit: limit - ids.length, offset: Math.max(0, offset - passed) }
    if (window.limit === 0) break
    ids.push(...(await findFromNearerEnd(matching, { order, window, total, windowSize })))
    passed += total
  }
  return ids
}

/** A list in one go, of which a window, or all of it, is asked for. */
async function findWholeList(
  database: Database,
  filters: ListFilters,
  window?: Window,
): Promise<Part> {
  const matching = filteredApplications(database, filters)
  const total = (await findKeptCount(database, filters)) ?? (await countMatching(matching))
  const isByName = readApplicationOrdering(filters.ordering).name === 'name'
  if (!hasBlockingQueries(database) || (!isByName && total <= sortedMax)) {
    return { matching, total, windowSize: undefined }
  }
  const all = await countAll(database, filters)
  const isWalked = isByName && isWalkedSooner(total, all, window && window.offset + window.limit)
  return {
    matching: isWalked ? filteredAlong('applications_name', database, filters) : matching,
    total,
    windowSize: windowSizeOf(total, all),
  }
}

/** This many are sorted within some 50 ms. */
const sortedMax = 20_000

/** Whether an order's index has the rows that are asked for sooner than all that match are found and sorted. */
const isWalkedSooner = (total: number, all: number, reach = total) =>
  total > sortedMax || 4 * total ** 2 > reach * all

/** How many rows a query returns, so that it looks at no more than some 10,000. */
const windowSizeOf = (total: number, all: number) =>
  total > sortedMax ? Math.max(100, Math.ceil((10_000 * total) / all)) : undefined

const countAll = async (database: Database, { viewer }: ListFilters) =>
  (await findKeptCount(database, { viewer })) ?? 0

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { total }) => sum + total, 0)

const isSearch = ({ search_query }: ListFilters) => Boolean(search_query?.trim())

const ownApplication = (database: Database, id: number) =>
  database.selectFrom('applications').where('id', '=', id)

/** Whether a list by score would tell the mean of an application that hides it from whoever asks. */
async function isHidden(
  own: ReturnType<typeof ownApplication>,
  { is_by_score, viewer }: ListFilters,
) {
  if (!is_by_score) return false
  const row = await own.select(isScoreShownTo(viewer).as('is_shown')).executeTakeFirst()
  return row !== undefined && !row.is_shown
}

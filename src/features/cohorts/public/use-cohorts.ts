import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#client/api/client.ts'
import type { Cohort } from '../contract.ts'

type CohortPage = Awaited<ReturnType<ApiClient['cohorts']['list']>>

export const cohortsPageSize = 2

/** Loads one page of the wizard's list. */
const loadCohortPage = (api: ApiClient, page: number): Promise<CohortPage> =>
  api.cohorts.list({ page, page_size: cohortsPageSize })

const pagesMax = 50

/** Loads the first pages of the list as one. @param asked their number, from a URL */
export async function loadCohortPages(api: ApiClient, asked = 1): Promise<CohortPage> {
  const count = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pagesMax) : 1
  const found = await api.cohorts.list({ page: 1, page_size: count * cohortsPageSize })
  const total_pages = Math.max(1, Math.ceil(found.total_items / cohortsPageSize))
  return { ...found, total_pages, current_page: Math.min(count, total_pages) }
}

export type CohortsState = {
  cohorts: readonly Cohort[]
  totalItems: number
  totalPages: number
  /** The last loaded page; 0 before the first. */
  page: number
  status: 'ready' | 'loading' | 'failed'
  /** When the browser loaded them, by the server's clock; null where the server did. */
  loadedAt: string | null
}

const stateOf = (first: CohortPage | null): CohortsState => ({
  cohorts: first?.results ?? [],
  totalItems: first?.total_items ?? 0,
  totalPages: first?.total_pages ?? 0,
  page: first?.current_page ?? 0,
  status: first ? 'ready' : 'loading',
  loadedAt: null,
})

/**
 * The cohorts loaded so far. If the server sent no first page, the browser loads it.
 * Errors are logged.
 */
export function useCohorts(first: CohortPage | null) {
  const [state, setState] = useState(() => stateOf(first))
  const lastLoad = useRef(0)

  const load = useCallback(async (from: number, to: number) => {
    lastLoad.current += 1
    const thisLoad = lastLoad.current
    setState((now) => ({ ...now, status: 'loading' }))
    try {
      const client = await import('#client/api/client.ts')
      const pageNumbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      const pages = await Promise.all(pageNumbers.map((page) => loadCohortPage(client.api, page)))
      if (thisLoad !== lastLoad.current) return
      setState((now) => append(from === 1 ? stateOf(null) : now, pages, client.serverTime))
    } catch (error) {
      console.error('Cohorts could not be loaded', error)
      if (thisLoad === lastLoad.current) setState((now) => ({ ...now, status: 'failed' }))
    }
  }, [])

  const isMissing = first === null
  useEffect(() => {
    if (isMissing) void load(1, 1)
  }, [isMissing, load])

  return {
    ...state,
    loadMore: () => load(state.page + 1, state.page + 1),
    /** Reloads all pages loaded so far. */
    reload: () => load(1, Math.max(1, state.page)),
  }
}

/** Skips duplicates: a cohort may move to a later page between two requests. */
function append(
  before: CohortsState,
  pages: readonly CohortPage[],
  loadedAt: string | null,
): CohortsState {
  const byId = new Map(before.cohorts.map((cohort) => [cohort.id, cohort]))
  for (const cohort of pages.flatMap(({ results }) => results)) byId.set(cohort.id, cohort)
  const last = pages.at(-1)
  return {
    cohorts: [...byId.values()],
    totalItems: last?.total_items ?? 0,
    totalPages: last?.total_pages ?? 0,
    page: Math.min(before.page + pages.length, Math.max(1, last?.total_pages ?? 1)),
    status: 'ready',
    loadedAt,
  }
}

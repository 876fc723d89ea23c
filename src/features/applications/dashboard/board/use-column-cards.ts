import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions } from '#client/api/queries.ts'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import type { ApplicationStatus } from '../../validation.ts'
import { cardStepPx } from './board-card.tsx'

const pageSize = 50
/** This many cards above and below those in sight are rendered as well. */
const aroundCards = 4
const firstCards = 12

/** What Back from an application restores of a column: its place, and in one of them the focus. */
export type RestoredColumn = 'scrolled' | 'focused' | undefined

/**
 * The cards of a column that are in sight, with the pages that they are on. Whatever its length, so much and no more is
 * loaded, and loaded again when a colleague changes something.
 */
export function useColumnCards(
  cohort: number,
  status: ApplicationStatus,
  restored: RestoredColumn,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ first: 0, last: firstCards })
  const [active, setActive] = useKeptState(`card of cohort ${cohort}, ${status}`, 0)
  /** The card that gets the focus once it is rendered. */
  const wanted = useRef<number>(undefined)
  /** The application whose card had the focus last. */
  const held = useRef<number>(undefined)

  const firstPage = Math.floor(sight.first / pageSize)
  const pages = Array.from(
    { length: Math.floor(sight.last / pageSize) - firstPage + 1 },
    (_, index) => firstPage + index,
  )
  const results = useQueries({
    queries: pages.map((page) =>
      readOptions('applications.list', {
        cohort_id: [cohort],
        status: [status],
        ordering: 'created_at',
        page: page + 1,
        page_size: pageSize,
      }),
    ),
  })
  const loaded = results.find(({ data }) => data)?.data?.total_items
  // While a far page is loading, the column stays as long as it was.
  const [total, setTotal] = useState(loaded)
  if (loaded !== undefined && loaded !== total) setTotal(loaded)
  const failed = results.find(({ error, data }) => error && !data)
  const at = (index: number) =>
    results[Math.floor(index / pageSize) - firstPage]?.data?.results[index % pageSize]
  const length = total ?? firstCards
  const shown = Array.from({ length: Math.max(0, Math.min(sight.last, length) - sight.first) }).map(
    (_, index) => ({ index: sight.first + index, application: at(sight.first + index) }),
  )

  function look() {
    const element = scroller.current
    if (!element) return
    const first = Math.floor(element.scrollTop / cardStepPx)
    const last = Math.ceil((element.scrollTop + element.clientHeight) / cardStepPx)
    const next = { first: Math.max(0, first - aroundCards), last: last + aroundCards }
    setSight((now) => (now.first === next.first && now.last === next.last ? now : next))
  }

  function scrollTo(index: number) {
    const element = scroller.current
    if (!element) return
    const top = index * cardStepPx
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + cardStepPx - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTop = bottom
  }

  // A taller window, or a column that was hidden on a phone, shows more.
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    const observer = new ResizeObserver(() => lookAgain())
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const linkAt = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

  function giveFocus(index: number) {
    const link = linkAt(index)
    link?.focus({ preventScroll: true })
    wanted.current = link && document.activeElement === link ? undefined : index
  }

  const showColumn = () =>
    scroller.current?.closest('section')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

  const returnTo = useEffectEvent(() => {
    const index = Math.min(active, length - 1)
    scrollTo(index)
    // After the announcement of the page, which takes the focus as well.
    if (restored === 'focused') {
      requestAnimationFrame(() => {
        giveFocus(index)
        showColumn()
      })
    }
  })
  const isReturning = restored !== undefined && Boolean(total)
  useEffect(() => {
    if (isReturning) returnTo()
  }, [isReturning])

  useLayoutEffect(() => {
    if (wanted.current !== undefined) giveFocus(wanted.current)
    const isHeldHere = shown.some(({ application }) => application?.id === held.current)
    // A card that has left hands the focus, and the keys, to the next one.
    if (held.current === undefined || isHeldHere || document.activeElement !== document.body) return
    linkAt(Math.min(active, Math.max(0, length - 1)))?.focus({ preventScroll: true })
  })

  return {
    scroller,
    total,
    shown,
    at,
    look,
    /** The card that the keys are for. */
    active: Math.min(active, Math.max(0, length - 1)),
    take(index: number) {
      setActive(() => index)
      held.current = at(index)?.id
    },
    problem: failed && parseApiError(failed.error).detail,
    retry: () => Promise.all(results.map(({ refetch }) => refetch())),
    isFocused: () => scroller.current?.contains(document.activeElement) ?? false,
    /** Scrolls to a card and gives it the focus. */
    focus(index: number) {
      if (!total) return
      const target = Math.max(0, Math.min(index, total - 1))
      scrollTo(target)
      setActive(() => target)
      giveFocus(target)
      showColumn()
    },
  }
}

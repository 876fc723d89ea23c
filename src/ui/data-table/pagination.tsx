import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'

type PaginationProps = {
  page: number
  pageCount: number
  /** The URL of a page, such as `?page=3`. */
  hrefFor: (page: number) => string
}

/** Links to the pages of a list, with gaps when there are many. Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor }: PaginationProps) {
  const list = useRef<HTMLUListElement>(null)
  const hasStepped = useRef(false)

  // The step that leads to the last page, or to the first, is no link there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => {
    if (hasStepped.current && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
    }
    hasStepped.current = false
  }, [page])

  function noteStep() {
    hasStepped.current = true
  }

  if (pageCount < 2) return null
  return (
    <nav aria-label="Pages">
      <ul ref={list} className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1">
        <PageStep
          to={hrefFor(page - 1)}
          label="Previous page"
          mark="‹"
          isOff={page <= 1}
          onStep={noteStep}
        />
        {pagesToShow(page, pageCount).map((shown, index, all) => (
          <li key={shown} className="contents">
            {index > 0 && shown - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1 text-muted">
                …
              </span>
            )}
            <Link
              to={hrefFor(shown)}
              preventScrollReset
              aria-label={`Page ${shown}`}
              aria-current={shown === page ? 'page' : undefined}
              className={classNames(
                cell,
                shown === page ? 'bg-primary text-on-primary' : 'hover:bg-primary-soft',
              )}
            >
              {shown}
            </Link>
          </li>
        ))}
        <PageStep
          to={hrefFor(page + 1)}
          label="Next page"
          mark="›"
          isOff={page >= pageCount}
          onStep={noteStep}
        />
      </ul>
    </nav>
  )
}

const cell =
  'grid min-h-10 min-w-9 place-items-center rounded px-1 font-semibold text-sm tabular-nums sm:min-w-10'

type PageStepProps = { to: string; label: string; mark: string; isOff: boolean; onStep: () => void }

function PageStep(props: PageStepProps) {
  const className = classNames(cell, 'text-lg leading-none')
  return (
    <li>
      {props.isOff ? (
        <span aria-hidden="true" className={classNames(className, 'opacity-40')}>
          {props.mark}
        </span>
      ) : (
        <Link
          to={props.to}
          preventScrollReset
          onClick={props.onStep}
          aria-label={props.label}
          className={classNames(className, 'hover:bg-primary-soft')}
        >
          {props.mark}
        </Link>
      )}
    </li>
  )
}

/** The numbers of the first, the last and the current page with its neighbours, sorted. */
function pagesToShow(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount]
  const inRange = wanted.filter((shown) => shown >= 1 && shown <= pageCount)
  return [...new Set(inRange)].sort((a, b) => a - b)
}

import { useId } from 'react'
import { formatCount, nounFor } from '#shared/format.ts'
import { type ListUrl, pageSizes } from './list-url.ts'
import { Pagination } from './pagination.tsx'

type ListFooterProps = { listUrl: ListUrl; totalItems: number; totalPages: number }

/** The footer of a list: the range of the visible rows, the page size, and the pagination. */
export function ListFooter({ listUrl, totalItems, totalPages }: ListFooterProps) {
  const id = useId()
  const first = (listUrl.page - 1) * listUrl.pageSize + 1
  const last = Math.min(listUrl.page * listUrl.pageSize, totalItems)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
      <p role="status" className="text-muted tabular-nums">
        {first <= last
          ? `${formatCount(first)} to ${formatCount(last)} of ${formatCount(totalItems)}`
          : `${formatCount(totalItems)} in all`}
      </p>
      <Pagination
        page={listUrl.page}
        pageCount={totalPages}
        hrefFor={(page) => listUrl.hrefWith({ page })}
      />
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-muted">
          Rows per page
        </label>
        <select
          id={id}
          value={listUrl.pageSize}
          onChange={(event) =>
            listUrl.set({
              page_size:
                event.target.value === String(listUrl.defaultPageSize) ? '' : event.target.value,
            })
          }
          className="min-h-9 rounded border border-control bg-raised px-2"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
    </div>
  )
}

type ListCountProps = {
  /** The singular name of a row, such as 'application'. */
  noun: string
  page: { total_items: number } | undefined
}

/** The number of all rows that match, above a list. */
export function ListCount({ noun, page }: ListCountProps) {
  if (!page) return <span className="block min-h-11" />
  const { total_items } = page
  return (
    <p className="flex min-h-11 items-center text-muted text-sm tabular-nums">
      {formatCount(total_items)} {nounFor(total_items, noun)}
    </p>
  )
}

import { ArrowLeft, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { buttonClass } from '#ui/button.tsx'
import type { ListAddress } from '#ui/data-table/list-address.ts'
import { filtersOf, orderingOf } from './list-filters.ts'

/** The way back to the list as it was, and to the application before and after in it. */
export function NeighbourLinks({ id, address }: { id: number; address: ListAddress }) {
  const { data } = useRead('applications.neighbours', {
    id,
    ...filtersOf(address),
    ordering: orderingOf(address),
  })
  return (
    <nav aria-label="Applications" className="mb-4 flex items-center justify-between gap-4">
      <Link
        to={`/dashboard/applications${address.search}`}
        className="inline-flex min-h-10 items-center gap-2 font-semibold text-primary text-sm underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to the list
      </Link>
      <div className="flex gap-1">
        <Neighbour
          id={data?.previous}
          label="Previous application"
          icon={ChevronLeft}
          search={address.search}
        />
        <Neighbour
          id={data?.next}
          label="Next application"
          icon={ChevronRight}
          search={address.search}
        />
      </div>
    </nav>
  )
}

type NeighbourProps = {
  id: number | null | undefined
  label: string
  icon: LucideIcon
  search: string
}

function Neighbour({ id, label, icon: Icon, search }: NeighbourProps) {
  const className = buttonClass({ variant: 'secondary', size: 'icon' })
  const sign = <Icon aria-hidden="true" className="size-5" />
  if (!id) {
    return (
      <span aria-hidden="true" className={`${className} opacity-40`}>
        {sign}
      </span>
    )
  }
  return (
    <Link to={`/dashboard/applications/${id}${search}`} aria-label={label} className={className}>
      {sign}
    </Link>
  )
}

import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { buttonClass } from '#ui/button.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { applicationListSpec } from './application-list-spec.ts'

/** Links to the previous and next application in the list's current filters and order. */
export function ApplicationNeighbours({ id }: { id: number }) {
  const address = useListUrl()
  const { filters, ordering } = readListQuery(address, applicationListSpec)
  const { data } = useRead('applications.neighbours', { id, ...filters, ordering })
  const { search } = address
  return (
    <div className="flex gap-1">
      <Neighbour
        id={data?.previous}
        label="Previous application"
        icon={ChevronLeft}
        search={search}
      />
      <Neighbour id={data?.next} label="Next application" icon={ChevronRight} search={search} />
    </div>
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

import { Link, useLocation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { ChevronLeft, ChevronRight, type IconComponent } from '#ui/icons.ts'

type NeighboursProps = {
  /** The singular name of a row, such as 'application'. */
  noun: string
  /** The ids before and after the row in its list, or undefined while they are loading. */
  ids: { previous: number | null; next: number | null } | undefined
  hrefOf: (id: number) => string
}

/** Links to the previous and next row in a list's current filters and order, whose way back stays the same. */
export function Neighbours({ noun, ids, hrefOf }: NeighboursProps) {
  return (
    <div className="flex gap-1">
      <Neighbour id={ids?.previous} label={`Previous ${noun}`} icon={ChevronLeft} hrefOf={hrefOf} />
      <Neighbour id={ids?.next} label={`Next ${noun}`} icon={ChevronRight} hrefOf={hrefOf} />
    </div>
  )
}

type NeighbourProps = Pick<NeighboursProps, 'hrefOf'> & {
  id: number | null | undefined
  label: string
  icon: IconComponent
}

function Neighbour({ id, label, icon: Icon, hrefOf }: NeighbourProps) {
  const { state } = useLocation()
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
    <Link to={hrefOf(id)} state={state} aria-label={label} className={className}>
      {sign}
    </Link>
  )
}

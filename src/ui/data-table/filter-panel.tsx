import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../button.tsx'
import type { ListAddress } from './list-address.ts'

type FilterPanelProps = {
  address: ListAddress
  /** The parameters that the fields in it set. */
  names: readonly string[]
  /** What stands beside the button: the search. */
  search: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The search of a list, and its filters behind a button that tells how many are set. */
export function FilterPanel({ address, names, search, children }: FilterPanelProps) {
  const id = useId()
  const count = names.filter((name) => address.get(name) !== '').length
  const [isOpen, setIsOpen] = useState(count > 0)
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {search}
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          className="min-h-12"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filters
          {count > 0 && (
            <span className="grid size-6 place-items-center rounded-full bg-primary text-on-primary text-xs tabular-nums">
              {count}
              <span className="sr-only"> set</span>
            </span>
          )}
        </Button>
        <ClearFilters address={address} names={names} />
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] items-end gap-x-3 gap-y-4 not-[[hidden]]:grid"
      >
        {children}
      </div>
    </div>
  )
}

/** Whether the list is narrowed, by its search or by a filter. */
export const isFiltered = (address: ListAddress, names: readonly string[]) =>
  ['search', ...names].some((name) => address.get(name) !== '')

/** Takes the search and every filter out of the address; nothing when none is in it. */
export function ClearFilters({ address, names }: Pick<FilterPanelProps, 'address' | 'names'>) {
  if (!isFiltered(address, names)) return null
  return (
    <Button
      variant="quiet"
      onClick={() =>
        address.set(Object.fromEntries(['search', ...names].map((name) => [name, ''])))
      }
    >
      Clear filters
    </Button>
  )
}

import { useId, useState } from 'react'
import { formatDate, pluralize } from '#shared/format.ts'
import { ChevronDown, X } from '#ui/icons.ts'
import { classNames } from '../class-names.ts'
import { type Filter, type Filters, joinValues, setFilters, valuesIn } from './filters.ts'
import type { ListUrl } from './list-url.ts'

type AppliedFiltersProps = { listUrl: ListUrl; filters: Filters; onRemoved: () => void }

/** What a list is filtered by, each value as a button that removes it. Several are folded on a phone. */
export function AppliedFilters({ listUrl, filters, onRemoved }: AppliedFiltersProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const names = setFilters(listUrl, filters)
  if (names.length === 0) return null
  const isFolded = names.length > 1
  return (
    <div>
      {isFolded && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-primary-soft px-3 font-semibold text-primary text-sm sm:hidden"
        >
          {pluralize(names.length, 'filter')}
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4', isOpen && 'rotate-180')}
          />
        </button>
      )}
      <ul
        id={id}
        aria-label="Applied filters"
        className={classNames(
          'flex flex-wrap gap-2',
          isFolded && (isOpen ? 'max-sm:mt-2' : 'max-sm:hidden'),
        )}
      >
        {names.map((name) => {
          const filter = filters[name]
          return (
            filter && (
              <Chips
                key={name}
                name={name}
                filter={filter}
                listUrl={listUrl}
                onRemoved={onRemoved}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

/** Some lists have at most this many choices, such as that of the most frequent skills. */
const loadedMax = 100

type ChipsProps = { name: string; filter: Filter; listUrl: ListUrl; onRemoved: () => void }

function Chips({ name, filter, listUrl, onRemoved }: ChipsProps) {
  const options = filter.useOptions?.()
  const text = listUrl.get(name)
  const values = filter.control === 'choices' ? valuesIn(text) : [text]
  const labelOf = (value: string) => {
    if (filter.control === 'day' && filter.read(value) !== undefined) return formatDate(value)
    const option = options?.find((one) => one.value === value)
    // A list of the greatest length may lack some.
    const isGone = options && !option && options.length < loadedMax
    return option?.label ?? (isGone ? `${value} (no longer exists)` : value)
  }

  function remove(value: string) {
    listUrl.set({ [name]: joinValues(values.filter((one) => one !== value)) })
    onRemoved()
  }

  return values.map((value) => (
    <li key={value} className="min-w-0">
      <button
        type="button"
        aria-label={`Remove ${filter.label}: ${labelOf(value)}`}
        onClick={() => remove(value)}
        className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-primary-soft px-3 text-primary text-sm hover:ring-1 hover:ring-primary"
      >
        <span className="truncate">
          {filter.label}: <span className="font-semibold">{labelOf(value)}</span>
        </span>
        <X aria-hidden="true" className="size-3.5 shrink-0" />
      </button>
    </li>
  ))
}

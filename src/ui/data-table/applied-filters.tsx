import { X } from 'lucide-react'
import { formatDate } from '#shared/format.ts'
import { type Filter, type Filters, setFilters, valuesIn } from './filters.ts'
import type { ListUrl } from './list-url.ts'

type AppliedFiltersProps = { address: ListUrl; filters: Filters; onRemoved: () => void }

/** What a list is filtered by, each value as a button that removes it. */
export function AppliedFilters({ address, filters, onRemoved }: AppliedFiltersProps) {
  const names = setFilters(address, filters)
  if (names.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="flex flex-wrap gap-2">
      {names.map((name) => {
        const filter = filters[name]
        return filter && <Chips key={name} {...{ name, filter, address, onRemoved }} />
      })}
    </ul>
  )
}

/** So many choices are loaded at once; of the tech stacks more. */
const loadedMax = 100

type ChipsProps = { name: string; filter: Filter; address: ListUrl; onRemoved: () => void }

function Chips({ name, filter, address, onRemoved }: ChipsProps) {
  const options = filter.useOptions?.()
  const text = address.get(name)
  const values = filter.control === 'choices' ? valuesIn(text) : [text]
  const labelOf = (value: string) => {
    if (filter.control === 'day' && filter.read(value) !== undefined) return formatDate(value)
    const option = options?.find((one) => one.value === value)
    // Of a list that ends at its longest, some may be missing.
    const isGone = options && !option && options.length < loadedMax
    return option?.label ?? (isGone ? `${value} (no longer exists)` : value)
  }

  function remove(value: string) {
    address.set({ [name]: values.filter((one) => one !== value).join(',') })
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

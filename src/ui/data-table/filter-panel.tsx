import { type ReactNode, type Ref, type RefObject, useId, useState } from 'react'
import { SlidersHorizontal } from '#ui/icons.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { SelectField } from '../forms/select-field.tsx'
import { AppliedFilters } from './applied-filters.tsx'
import { ChoicesField } from './choices-field.tsx'
import { DayField } from './day-field.tsx'
import { type Filter, type Filters, foldedFilters, setFilters } from './filters.ts'
import type { ListUrl } from './list-url.ts'
import { SearchBox } from './search-box.tsx'

type FilterPanelProps = {
  listUrl: ListUrl
  filters: Filters
  searchRef?: Ref<HTMLInputElement>
  /** The button that opens the filters. */
  buttonRef: RefObject<HTMLButtonElement | null>
  /** Takes the focus from a button that is gone with the filters it has cleared. */
  onCleared: () => void
  /** Shown after the fields. */
  children?: ReactNode
}

/** The search of a list, and its filters behind a button that shows how many are set. */
export function FilterPanel(props: FilterPanelProps) {
  const { listUrl, filters, searchRef, buttonRef, onCleared, children } = props
  const id = useId()
  const { search } = filters
  const others = foldedFilters(filters)
  const count = setFilters(listUrl, others).length
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {search && <SearchBox label={search.label} listUrl={listUrl} ref={searchRef} />}
        <Button
          ref={buttonRef}
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          // Small screens have the order there, too.
          className={classNames('min-h-12', Object.keys(others).length === 0 && 'sm:hidden')}
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
        <ClearFilters listUrl={listUrl} filters={filters} onCleared={onCleared} />
      </div>
      <AppliedFilters listUrl={listUrl} filters={others} onRemoved={onCleared} />
      <div
        id={id}
        hidden={!isOpen}
        className="grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] items-end gap-x-3 gap-y-4 not-[[hidden]]:grid"
      >
        <FilterFields filters={others} listUrl={listUrl} />
        {children}
      </div>
    </div>
  )
}

/** A button that removes the search and every filter from the URL. Renders nothing when none is set. */
export function ClearFilters(props: Pick<FilterPanelProps, 'listUrl' | 'filters' | 'onCleared'>) {
  const { listUrl, filters, onCleared } = props
  const names = setFilters(listUrl, filters)
  if (names.length === 0) return null

  function clear() {
    listUrl.set(Object.fromEntries(names.map((name) => [name, ''])))
    onCleared()
  }

  return (
    <Button variant="quiet" onClick={clear}>
      Clear filters
    </Button>
  )
}

/** The fields of a list's filters without the search. Each change updates the URL at once. */
function FilterFields({ filters, listUrl }: { filters: Filters; listUrl: ListUrl }) {
  return Object.entries(filters).map(([name, filter]) => {
    const Field = fields[filter.control]
    return Field && <Field key={name} name={name} filter={filter} listUrl={listUrl} />
  })
}

type FilterFieldProps = { name: string; filter: Filter; listUrl: ListUrl }

function ChoiceField({ name, filter, listUrl }: FilterFieldProps) {
  return (
    <SelectField
      label={filter.label}
      placeholder={filter.anyLabel}
      options={filter.useOptions?.()}
      value={listUrl.get(name)}
      onChange={(event) => listUrl.set({ [name]: event.target.value })}
    />
  )
}

const DayFilterField = ({ name, filter, listUrl }: FilterFieldProps) => (
  <DayField
    label={filter.label}
    value={listUrl.get(name)}
    onChoose={(day) => listUrl.set({ [name]: day })}
  />
)

const fields = {
  search: undefined,
  link: undefined,
  choice: ChoiceField,
  choices: ChoicesField,
  day: DayFilterField,
}

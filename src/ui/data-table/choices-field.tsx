import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { CheckboxField } from '../forms/choice-field.tsx'
import { inputClass } from '../forms/field.tsx'
import { type Filter, valuesIn } from './filters.ts'
import type { ListUrl } from './list-url.ts'

/** More choices than can be seen at once can be searched. */
const seenMax = 8

const comparable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

type ChoicesFieldProps = { name: string; filter: Filter; address: ListUrl }

/** A filter by several values: a button that tells those chosen, and a list that can be searched. */
export function ChoicesField({ name, filter, address }: ChoicesFieldProps) {
  const id = useId()
  const options = filter.useOptions?.()
  const chosen = valuesIn(address.get(name))
  const labels = options?.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const text = labels && labels.length > 0 ? labels.join(', ') : filter.anyLabel
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1.5 block font-semibold text-sm">
        {filter.label}
      </span>
      <Popover.Root>
        <Popover.Trigger
          id={`${id}-button`}
          aria-labelledby={`${id} ${id}-button`}
          className={classNames(inputClass, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className="truncate">{text}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="start" sideOffset={6} className="z-40">
            <Popover.Popup className="w-72 max-w-[90vw] rounded bg-raised p-3 text-text shadow-high outline-none ring-1 ring-line">
              <Popover.Title className="sr-only">{filter.label}</Popover.Title>
              <ChoiceList
                label={filter.label}
                options={options ?? []}
                chosen={chosen}
                onChoose={(values) => address.set({ [name]: values.join(',') })}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

type ChoiceListProps = {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChoose: (values: string[]) => void
}

function ChoiceList({ label, options, chosen, onChoose }: ChoiceListProps) {
  const [search, setSearch] = useState('')
  const found = options.filter((option) => comparable(option.label).includes(comparable(search)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      {options.length > seenMax && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={inputClass}
        />
      )}
      <div className="flex max-h-72 flex-col gap-0.5 overflow-y-auto px-1">
        {found.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={({ target }) =>
              onChoose(
                target.checked
                  ? [...chosen, option.value]
                  : chosen.filter((one) => one !== option.value),
              )
            }
          />
        ))}
        {found.length === 0 && <p className="py-2 text-muted text-sm">Nothing matches</p>}
      </div>
    </fieldset>
  )
}

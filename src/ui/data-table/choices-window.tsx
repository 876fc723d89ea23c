import { Popover } from '@base-ui/react/popover'
import { type ComponentProps, useState } from 'react'
import { comparable } from '../comparable.ts'
import { CheckboxField } from '../forms/choice-field.tsx'
import { inputClass } from '../forms/field.tsx'

/** More choices than can be seen at once can be searched. */
const seenMax = 8

type ChoiceListProps = {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChoose: (values: string[]) => void
}

/** The list of a `ChoicesField`. It opens when it is mounted. It is a file of its own because it imports base-ui. */
export function ChoicesWindow(props: ChoiceListProps & { button: ComponentProps<'button'> }) {
  const { button, ...list } = props
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger {...button} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} className="z-40">
          <Popover.Popup className="w-72 max-w-[90vw] rounded bg-raised p-3 text-text shadow-high outline-none ring-1 ring-control/50">
            <Popover.Title className="sr-only">{list.label}</Popover.Title>
            <ChoiceList {...list} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ChoiceList({ label, options, chosen, onChoose }: ChoiceListProps) {
  // Ahead of the URL, so that two quick presses don't lose the first.
  const [picked, setPicked] = useState(chosen)
  const [seen, setSeen] = useState(chosen.join())
  if (chosen.join() !== seen) {
    setSeen(chosen.join())
    setPicked(chosen)
  }

  function choose(values: string[]) {
    setPicked(values)
    onChoose(values)
  }

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
            checked={picked.includes(option.value)}
            onChange={({ target }) =>
              choose(
                target.checked
                  ? [...picked, option.value]
                  : picked.filter((one) => one !== option.value),
              )
            }
          />
        ))}
        {found.length === 0 && <p className="py-2 text-muted text-sm">Nothing matches</p>}
      </div>
    </fieldset>
  )
}

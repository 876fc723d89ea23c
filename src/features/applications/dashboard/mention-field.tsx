import { type ComponentProps, useId, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { comparable } from '#ui/comparable.ts'
import { TextArea } from '#ui/forms/text-field.tsx'
import type { Colleague } from '../mentions-in-text.ts'
import { useColleagues } from './use-colleagues.ts'

/** An '@' with what is typed of a name after it, up to the cursor. */
const begun = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}][\p{L}\p{M}\p{N} .'’-]{0,40}|)$/u

const shownMax = 6

function findSuggestions(before: string, colleagues: readonly Colleague[] = []) {
  const typed = begun.exec(before)?.[1]
  if (typed === undefined) return { start: 0, people: [] }
  const wanted = comparable(typed)
  const isMeant = ({ name }: Colleague) => {
    const known = comparable(name)
    return known !== wanted && (known.startsWith(wanted) || known.includes(` ${wanted}`))
  }
  const people = colleagues.filter(isMeant).slice(0, shownMax)
  return { start: before.length - typed.length, people }
}

type MentionFieldProps = ComponentProps<typeof TextArea> & {
  /** Where the names are shown: below the field unless something else is there. */
  side?: 'above' | 'below'
}

/** A text area that offers the colleagues' names after an '@'. Arrow keys and Enter choose one. */
export function MentionField({ side = 'below', onKeyDown, onBlur, ...props }: MentionFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const colleagues = useColleagues()
  const [before, setBefore] = useState('')
  const [active, setActive] = useState(0)
  const { start, people } = findSuggestions(before, colleagues)
  const isOpen = people.length > 0
  const read = () => {
    const { value = '', selectionStart = 0 } = field.current ?? {}
    setBefore(value.slice(0, selectionStart))
    setActive(0)
  }
  const close = () => setBefore('')

  function choose(person: Colleague) {
    const { current } = field
    if (!current) return
    current.setRangeText(`${person.name} `, start, current.selectionStart, 'end')
    current.dispatchEvent(new Event('input', { bubbles: true }))
    current.focus()
    close()
  }

  /** @returns whether the key is the list's */
  function press(key: string) {
    const step = { ArrowDown: 1, ArrowUp: people.length - 1 }[key]
    const person = people[active]
    if (step !== undefined) setActive((now) => (now + step) % people.length)
    else if (key === 'Escape') close()
    else if (person && (key === 'Enter' || key === 'Tab')) choose(person)
    else return false
    return true
  }

  return (
    <div className="relative">
      <TextArea
        {...props}
        ref={(element) => {
          field.current = element
          if (typeof props.ref === 'function') return props.ref(element)
          if (props.ref) props.ref.current = element
        }}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${people[active]?.id}` : undefined}
        onInput={read}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, shiftKey } = event
          if (!isOpen || ctrlKey || metaKey || shiftKey || !press(key)) return onKeyDown?.(event)
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <p role="status" className="sr-only">
        {isOpen && `${people.length} to mention. Arrow keys and Enter choose one.`}
      </p>
      {isOpen && (
        <div
          id={`${id}-people`}
          role="listbox"
          aria-label="Colleagues"
          className={classNames(
            'absolute left-0 z-30 max-w-full min-w-56 rounded bg-raised p-1 shadow-high ring-1 ring-control/50',
            side === 'above' ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the same
            <div
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className="min-h-9 cursor-pointer content-center truncate rounded-sm px-3 text-sm hover:bg-sand aria-selected:bg-primary-soft"
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

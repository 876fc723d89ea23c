import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { Plus } from '#ui/icons.ts'
import { classNames } from '../class-names.ts'
import { CrossIcon } from '../cross-icon.tsx'
import { focusInPlaceOf } from '../focus-if-lost.ts'
import { Field, type FieldText, useFieldIds } from './field.tsx'
import { useListField } from './use-list-field.ts'

type ListFieldProps = FieldText & {
  name: string
  /** The initial list, separated by commas. */
  defaultValue?: string
  /** Items to add by a click. */
  suggestions?: readonly string[]
  maxLength?: number
  required?: boolean
  className?: string
  onChange?: (value: string) => void
  /** Focused when the list has an error. */
  ref?: Ref<{ focus(): void }>
}

/**
 * A list of short texts. Comma and Enter turn the typed text into a chip, and a click removes it. The form gets the
 * list as one text, separated by commas, which is also what visitors type without JavaScript.
 */
export function ListField(props: ListFieldProps) {
  const { label, hint, error, name, defaultValue, suggestions = [], className } = props
  const { control, ...ids } = useFieldIds(undefined, { hint, error })
  const input = useRef<HTMLInputElement>(null)
  const hidden = useRef<HTMLInputElement>(null)
  const knownValue = useRef<string>(undefined)
  const list = useListField(input, props.onChange)
  const { items, isHydrated, value } = list
  useImperativeHandle(props.ref, () => ({ focus: () => input.current?.focus() }))

  // The browser tells the form only of what is typed, and before the hidden value has it.
  useEffect(() => {
    if (!isHydrated) return
    const isChanged = knownValue.current !== undefined && knownValue.current !== value
    knownValue.current = value
    if (isChanged) hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [isHydrated, value])

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const { value } = event.currentTarget
    if (event.nativeEvent.isComposing) return
    if (value.trim() !== '') {
      // Not when a click leaves the field: a new chip would move the element under the pointer.
      if (event.key === 'Enter') event.preventDefault()
      if (event.key === 'Enter' || event.key === 'Tab') list.takeTyped()
    }
    const last = items.at(-1)
    if (event.key === 'Backspace' && value === '' && last !== undefined) list.remove(last)
  }

  function remove(item: string) {
    list.remove(item)
    input.current?.focus()
  }

  /** Adds a suggestion, whose button goes: the focus moves on to one beside it. */
  function addSuggestion(item: string, button: HTMLElement) {
    const beside = button.nextElementSibling ?? button.previousElementSibling ?? input.current
    list.add(item)
    if (beside instanceof HTMLElement) focusInPlaceOf(button, beside)
  }

  const open = suggestions.filter((one) => !list.has(one))
  const text = { label, hint, error, isRequired: props.required }
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <Field {...ids} {...text} htmlFor={control.id}>
        <div
          className={classNames(
            'flex min-h-11 flex-wrap items-center gap-1.5 rounded border bg-raised px-2 py-1.5',
            'transition-[border-color,box-shadow] focus-within:border-primary focus-within:outline-3 focus-within:outline-primary/30',
            error ? 'border-error' : 'border-control hover:border-muted',
          )}
        >
          {items.length > 0 && (
            <ul aria-label="Added" className="contents">
              {items.map((item) => (
                <li key={item} className="max-w-full">
                  <button
                    type="button"
                    aria-label={`Remove ${item}`}
                    // Not counted by this label.
                    data-typed=""
                    onClick={() => remove(item)}
                    className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-sm bg-primary-soft px-2.5 text-left font-semibold text-primary text-sm hover:bg-accent-soft hover:text-accent"
                  >
                    <span className="min-w-0 wrap-anywhere">{item}</span>
                    <CrossIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            type="text"
            ref={input}
            name={isHydrated ? undefined : name}
            defaultValue={defaultValue}
            maxLength={props.maxLength}
            required={props.required}
            autoComplete="off"
            enterKeyHint="done"
            onChange={list.handleTyping}
            onKeyDown={handleKey}
            className="min-w-32 grow basis-32 bg-transparent px-1.5 py-1 outline-none"
          />
          {isHydrated && <input type="hidden" ref={hidden} name={name} value={value} />}
        </div>
        <p role="status" className="sr-only">
          {list.news}
        </p>
      </Field>
      {open.length > 0 && (
        <fieldset className="noscript:hidden">
          <legend className="sr-only">Suggestions</legend>
          <div className="flex flex-wrap gap-1.5 pt-1">
            {open.map((one) => (
              <button
                key={one}
                type="button"
                onClick={({ currentTarget }) => addSuggestion(one, currentTarget)}
                className="inline-flex min-h-8 items-center gap-1 rounded-sm px-2 text-muted text-sm ring-1 ring-line ring-inset hover:bg-primary-soft hover:text-primary hover:ring-primary"
              >
                <Plus aria-hidden="true" className="size-3.5" />
                <span className="sr-only">Add </span>
                {one}
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

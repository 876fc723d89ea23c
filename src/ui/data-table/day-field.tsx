import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#shared/format.ts'
import { TextField } from '../forms/text-field.tsx'
import { isDay } from './filters.ts'

type DayFieldProps = {
  label: string
  value: string
  /** Gets the day once it is whole, and an empty text for none. */
  onChoose: (day: string) => void
  isRequired?: boolean
  min?: string
  max?: string
}

/**
 * A day of the URL, which changes once the date is whole: while a year is typed, the browser's field has the years 2,
 * 20 and 202.
 */
export function DayField({ value, onChoose, isRequired = false, ...field }: DayFieldProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  if (value !== seen) {
    setSeen(value)
    setText(value)
  }

  function problemOf({ value: typed, validity, min, max }: HTMLInputElement) {
    if (typed === '' ? isRequired || validity.badInput : !isDay(typed))
      return 'Please enter a whole date'
    if (validity.rangeOverflow) return `At the latest ${formatDate(max)}`
    return validity.rangeUnderflow ? `At the earliest ${formatDate(min)}` : undefined
  }

  function chooseIfWhole(typed: HTMLInputElement) {
    if (problemOf(typed)) return
    setError(undefined)
    onChoose(typed.value)
  }

  const { min, max } = field
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that was out of bounds is in them once they change
  useEffect(() => {
    if (input.current && text !== value) chooseIfWhole(input.current)
  }, [min, max])

  return (
    <TextField
      {...field}
      ref={input}
      type="date"
      value={text}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        setError(undefined)
        chooseIfWhole(target)
      }}
      onBlur={({ target }) => setError(problemOf(target))}
    />
  )
}

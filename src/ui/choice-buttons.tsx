import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ChoiceButtonsProps<Value extends string> = {
  legend: string
  isLegendShown?: boolean
  choices: readonly { value: Value; label: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
  className?: string
}

/** A few buttons of which one is pressed: which part or form of something is shown. */
export function ChoiceButtons<Value extends string>({
  legend,
  isLegendShown = false,
  choices,
  chosen,
  onChoose,
  className = 'flex flex-wrap gap-1.5',
}: ChoiceButtonsProps<Value>) {
  return (
    <fieldset className={className}>
      <legend className={isLegendShown ? 'mb-1.5 font-semibold text-sm' : 'sr-only'}>
        {legend}
      </legend>
      {choices.map(({ value, label }) => (
        <Button
          key={value}
          size="sm"
          variant={value === chosen ? 'primary' : 'secondary'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError, FieldHint, type FieldText, RequiredMark, useFieldIds } from './field.tsx'

export type Choice = {
  value: string
  label: ReactNode
  description?: ReactNode
  isDisabled?: boolean
}

type NativeRadio = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'ref'>

const card = classNames(
  'relative flex items-start gap-3 rounded bg-raised p-4 transition-[box-shadow,background-color]',
  'ring-1 ring-control ring-inset hover:ring-primary',
  'has-checked:bg-primary-soft has-checked:ring-2 has-checked:ring-primary',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
  'has-disabled:opacity-55 has-disabled:hover:ring-control',
)

/**
 * A radio group as cards. Takes `register(…)` (uncontrolled), or `value` and `onChange`. The native radio buttons below
 * the cards handle the arrow keys. `className` sets the layout of the cards, such as `sm:grid-cols-2`.
 */
export function RadioGroup({
  label,
  hint,
  error,
  choices,
  value,
  defaultValue,
  className,
  ref,
  ...radio
}: FieldText & {
  choices: readonly Choice[]
  value?: string
  defaultValue?: string
  className?: string
  ref?: Ref<HTMLInputElement>
} & NativeRadio) {
  const { control, hintId, errorId } = useFieldIds(undefined, { hint, error })
  return (
    <fieldset {...control} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">
        {label}
        {radio.required && <RequiredMark />}
      </legend>
      <div className={classNames('grid gap-3', className)}>
        {choices.map((choice) => (
          <label key={choice.value} className={card}>
            <input
              {...radio}
              ref={ref}
              type="radio"
              value={choice.value}
              disabled={radio.disabled || choice.isDisabled}
              checked={value === undefined ? undefined : value === choice.value}
              defaultChecked={
                defaultValue === undefined ? undefined : defaultValue === choice.value
              }
              className="mt-1 size-4 shrink-0 accent-primary outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{choice.label}</span>
              {choice.description && (
                <span className="block text-sm text-muted">{choice.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

/** A checkbox with its label beside it. Native props and `register(…)` go to the input. */
export function CheckboxField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldText & ComponentProps<'input'>) {
  const { control, hintId, errorId } = useFieldIds(input.id, { hint, error })
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label className="flex min-h-6 items-start gap-2.5">
        <input
          {...input}
          {...control}
          type="checkbox"
          className="mt-[0.2em] size-5 shrink-0 rounded-sm accent-primary"
        />
        <span>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      <div className="flex flex-col gap-1 pl-7.5 empty:hidden">
        <FieldHint id={hintId}>{hint}</FieldHint>
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </div>
  )
}

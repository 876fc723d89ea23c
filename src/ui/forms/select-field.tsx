import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldText, inputClass, useFieldIds } from './field.tsx'

export type Option = { value: string; label: string; isDisabled?: boolean }

/**
 * A labelled native select. Takes `options`, or `<option>`s as children; `placeholder` is a first, empty choice.
 * `className` goes to the whole field, the rest (`register(…)` included) to the select.
 */
export function SelectField({
  label,
  hint,
  error,
  isLabelHidden,
  options,
  placeholder,
  className,
  children,
  ...select
}: FieldText & {
  isLabelHidden?: boolean
  options?: readonly Option[]
  placeholder?: string
} & ComponentProps<'select'>) {
  const { control, ...ids } = useFieldIds(select.id, { hint, error })
  const text = { label, hint, error, isLabelHidden, className, isRequired: select.required }
  return (
    <Field {...ids} {...text} htmlFor={control.id}>
      <div className="relative">
        <select
          {...select}
          {...control}
          className={classNames(inputClass, 'appearance-none pr-11')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 fill-none stroke-muted stroke-2"
        >
          <path d="m3 6 5 5 5-5" />
        </svg>
      </div>
    </Field>
  )
}

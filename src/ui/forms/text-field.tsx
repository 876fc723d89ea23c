import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldText, inputClass, useFieldIds } from './field.tsx'

type Extra = FieldText & { isLabelHidden?: boolean; missing?: string }

/**
 * A labelled one-line input. `className` goes to the whole field, the rest (`register('email')` included) to
 * the input. `after` is shown at the right end of the input, such as a button that shows the password.
 */
export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  missing,
  after,
  className,
  type = 'text',
  ...input
}: Extra & ComponentProps<'input'> & { after?: ReactNode }) {
  const { control, ...ids } = useFieldIds(input.id, { hint, error })
  const text = { label, hint, error, isLabelHidden, missing, className, isRequired: input.required }
  return (
    <Field {...ids} {...text} htmlFor={control.id}>
      <div className="relative">
        <input
          {...input}
          {...control}
          type={type}
          className={classNames(inputClass, Boolean(after) && 'pr-12')}
        />
        {after && <div className="absolute inset-y-0 right-1 grid place-items-center">{after}</div>}
      </div>
    </Field>
  )
}

type OneLine = Omit<ComponentProps<typeof TextField>, 'type' | 'label'> & { label?: ReactNode }

/** For the email of the person who fills in the form. */
export const EmailField = ({ label = 'Email', ...props }: OneLine) => (
  <TextField autoComplete="email" {...props} label={label} type="email" />
)

/** For a phone number, by default that of the person who fills in the form. */
export const PhoneField = ({ label = 'Phone', ...props }: OneLine) => (
  <TextField autoComplete="tel" {...props} label={label} type="tel" />
)

/** A labelled multi-line input. Props as for `TextField`. */
export function TextArea({
  label,
  hint,
  error,
  isLabelHidden,
  missing,
  className,
  rows = 5,
  ...textarea
}: Extra & ComponentProps<'textarea'>) {
  const { control, ...ids } = useFieldIds(textarea.id, { hint, error })
  const text = {
    label,
    hint,
    error,
    isLabelHidden,
    missing,
    className,
    isRequired: textarea.required,
  }
  return (
    <Field {...ids} {...text} htmlFor={control.id}>
      <textarea
        {...textarea}
        {...control}
        rows={rows}
        className={classNames(inputClass, 'resize-y')}
      />
    </Field>
  )
}

import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** The props of every field besides its native props. An empty `error` counts as none. */
export type FieldText = { label: ReactNode; hint?: ReactNode; error?: ReactNode }

/** The classes of a text input, for inputs outside of these fields. */
export const inputClass = classNames(
  'block w-full min-h-11 rounded bg-raised px-3.5 py-2.5 text-text',
  'border border-control transition-[border-color,box-shadow] placeholder:text-muted',
  'hover:border-muted focus:border-primary focus:outline-3 focus:outline-offset-0 focus:outline-primary/30',
  'file:mr-3 file:rounded-sm file:bg-sand file:px-3 file:py-0.5 file:font-semibold file:text-text',
  // An empty date input shows a format, or in WebKit today: it gets the colour of a placeholder.
  '[&[type=date]:required:invalid:not(:focus)]:text-muted',
  'aria-invalid:border-error aria-invalid:focus:outline-error/30 disabled:opacity-55',
)

/**
 * The ids that connect a control with its label, hint and error. Spread `control` onto the control.
 * @param id the control's own id, if it has one
 */
export function useFieldIds(id: string | undefined, { hint, error }: Omit<FieldText, 'label'>) {
  const generated = useId()
  const controlId = id ?? generated
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

type FieldProps = FieldText & {
  /** Shown by the style sheet when the field is empty, before React has come (`public.css`). */
  missing?: string
  htmlFor: string
  hintId: string
  errorId: string
  isRequired?: boolean
  isLabelHidden?: boolean
  className?: string
  children: ReactNode
}

/** A control with its label above, and its hint and error below. */
export function Field(props: FieldProps) {
  return (
    <div
      data-missing={props.missing}
      className={classNames('flex flex-col gap-1.5', props.className)}
    >
      <label
        htmlFor={props.htmlFor}
        className={props.isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}
      >
        {props.label}
        {props.isRequired && <RequiredMark />}
      </label>
      {props.children}
      <FieldHint id={props.hintId}>{props.hint}</FieldHint>
      <FieldError id={props.errorId}>{props.error}</FieldError>
    </div>
  )
}

/** The star after a label. Screen readers get `required` from the control. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-error">
      *
    </span>
  )
}

export function FieldHint({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="text-sm text-muted">
      {children}
    </p>
  )
}

/** The error of a field, as text with an icon, because some people do not see the colour. */
export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-error">
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="mt-[0.2em] size-4 shrink-0 fill-current"
      >
        <path d="M8 1 15.5 15H.5L8 1Zm-.9 5 .3 4.5h1.2L8.9 6H7.1Zm0 5.6v1.6h1.8v-1.6H7.1Z" />
      </svg>
      {/* A text beside an element keeps its old words where a browser translates the page. */}
      <span>{children}</span>
    </p>
  )
}

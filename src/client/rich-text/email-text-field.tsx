import { useId, useRef } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { FieldHint } from '#ui/forms/field.tsx'
import { emailExtensions } from './extensions.ts'
import { RichText } from './rich-text.tsx'

type EmailTextFieldProps<Values extends FieldValues> = {
  label: string
  hint: string
  control: Control<Values>
  /** The field with the HTML. */
  name: Path<Values>
}

/** A field for the text of an email, formatted as mail programs show it. */
export function EmailTextField<Values extends FieldValues>(props: EmailTextFieldProps<Values>) {
  const { label, hint, control, name } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const { field, fieldState } = useController({ control, name })
  const html = field.value as string
  const replaced = useRef(0)
  const typed = useRef(html)
  if (html !== typed.current) {
    // Somebody else's version, or what was kept of an earlier visit, takes the place of the text.
    typed.current = html
    replaced.current += 1
  }
  field.ref({ focus: () => root.current?.querySelector<HTMLElement>('[role=textbox]')?.focus() })
  return (
    <div ref={root} className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="font-semibold text-sm">
        {label}
      </span>
      <RichText
        label={label}
        describedBy={id}
        extensions={emailExtensions}
        html={html}
        replaced={replaced.current}
        onChange={(read) => {
          typed.current = read()
          field.onChange(typed.current)
        }}
        error={fieldState.error?.message}
      />
      <FieldHint id={id}>{hint}</FieldHint>
    </div>
  )
}

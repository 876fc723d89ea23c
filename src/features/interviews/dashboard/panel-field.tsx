import type { ComponentProps } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { usePanelists } from './interview-state.ts'

type PanelFieldProps = {
  /** Of the list of the chosen ids. */
  register: ComponentProps<'input'>
  error: string | undefined
}

/** Who interviews, among the users. */
export function PanelField({ register, error }: PanelFieldProps) {
  const people = usePanelists()
  return (
    <fieldset
      aria-describedby={error ? 'panel-error' : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 font-semibold text-sm">Interviewed by</legend>
      {people ? (
        <div className="grid max-h-48 gap-2 overflow-y-auto rounded bg-sand px-4 py-3 sm:grid-cols-2">
          {people.map(({ id, name }) => (
            <CheckboxField
              key={id}
              {...register}
              value={id}
              label={<span className="wrap-anywhere">{name}</span>}
            />
          ))}
        </div>
      ) : (
        <Skeleton className="h-20 w-full rounded" />
      )}
      <div className="mt-1.5">
        <FieldError id="panel-error">{error}</FieldError>
      </div>
    </fieldset>
  )
}

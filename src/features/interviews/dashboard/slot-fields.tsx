import type { UseFormRegister } from 'react-hook-form'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { capacityMax } from '../validation.ts'
import { usePanelists } from './interview-state.ts'

type SlotField = 'place' | 'link' | 'capacity' | 'panel'
type FieldProps = ReturnType<UseFormRegister<Record<string, unknown>>> & {
  error: string | undefined
}
type SlotFieldsProps = { field: (name: SlotField) => FieldProps; placeHint?: string }

/** Where a time for interviews is, how many fit in it, and who interviews. */
export function SlotFields({ field, placeHint }: SlotFieldsProps) {
  return (
    <>
      <TextField {...field('place')} label="Place" hint={placeHint} maxLength={160} />
      <TextField
        {...field('link')}
        label="Link to meet online"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
      />
      <TextField
        {...field('capacity')}
        label="Applicants at once"
        type="number"
        min={1}
        max={capacityMax}
        required
      />
      <PanelField {...field('panel')} />
    </>
  )
}

/** Who interviews, among the users. */
function PanelField({ error, ...register }: FieldProps) {
  const people = usePanelists()
  return (
    <fieldset
      aria-describedby={error ? 'panel-error' : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 font-semibold text-sm">Interviewed by</legend>
      {people ? (
        <div className="grid max-h-48 gap-2 overflow-y-auto rounded bg-sand px-4 py-3 sm:grid-cols-2">
          {people.map(({ id, name, sees_interviews }) => (
            <CheckboxField
              key={id}
              {...register}
              value={id}
              label={<span className="wrap-anywhere">{name}</span>}
              hint={!sees_interviews && 'Does not see interviews here: please tell them yourself'}
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

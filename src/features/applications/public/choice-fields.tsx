import type { usePublicForm } from '#client/forms/use-public-form.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { type Option, SelectField } from '#ui/forms/select-field.tsx'
import type { ApplicationField } from '../validation.ts'
import type { ChosenIds } from './application-url.ts'

/** What may be chosen in place of a choice that was refused. */
export type OfferedChoices = { cohort?: Option[]; tech_stack?: Option[] }

export type ChosenFields = ChosenIds & {
  offered: OfferedChoices | undefined
}

type ChoiceFieldsProps = ChosenFields & {
  form: Pick<ReturnType<typeof usePublicForm<ApplicationField>>, 'field'>
}

/**
 * The choices of the first two steps, hidden. Without JavaScript, one that was refused is made again here: a step back
 * would lose what was typed.
 */
export function ChoiceFields({ form, offered = {}, ...chosen }: ChoiceFieldsProps) {
  const choice = (name: keyof OfferedChoices, label: string) => {
    const options = offered[name]
    if (!options) return <input type="hidden" name={name} value={chosen[name] ?? ''} />
    const { maxLength: _, ...field } = form.field(name)
    return (
      <SelectField
        {...field}
        label={label}
        options={options}
        defaultValue=""
        placeholder="Please choose"
      />
    )
  }
  const fields = (
    <>
      {choice('cohort', 'Cohort')}
      {choice('tech_stack', 'Tech stack')}
    </>
  )
  const isOffered = Object.keys(offered).length > 0
  return isOffered ? <FormSection title="Your choice">{fields}</FormSection> : fields
}

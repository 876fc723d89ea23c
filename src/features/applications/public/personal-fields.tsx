import type { usePublicForm } from '#client/forms/use-public-form.tsx'
import { RadioGroup } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { EmailField, PhoneField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import {
  type ApplicationField,
  applicationRules,
  genderLabels,
  genders,
  labels,
  levelLabels,
  levels,
  type TypedField,
  today,
} from '../validation.ts'

const genderChoices = genders.map((value) => ({ value, label: genderLabels[value] }))
const levelChoices = levels.map((value) => ({ value, label: levelLabels[value] }))

type PersonalFieldsProps = {
  form: Pick<ReturnType<typeof usePublicForm<ApplicationField>>, 'field'>
  /** The length of the motivation, in characters. */
  motivationLength: number
}

export function PersonalFields({ form, motivationLength }: PersonalFieldsProps) {
  const field = (name: TypedField) => ({ ...form.field(name), label: labels[name] })
  /** For what is no text. */
  const withoutMaxLength = (name: TypedField) => {
    const { maxLength: _, ...props } = field(name)
    return props
  }
  return (
    <>
      <FormSection title="About you">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
        <TextField
          {...withoutMaxLength('date_of_birth')}
          type="date"
          autoComplete="bday"
          max={today()}
        />
        <TextField
          {...field('identification')}
          hint="The 16 digits of your ID, or your passport number."
          autoComplete="off"
          spellCheck={false}
        />
        <div className="sm:col-span-2">
          <RadioGroup
            {...withoutMaxLength('gender')}
            choices={genderChoices}
            className="sm:grid-cols-3"
          />
        </div>
      </FormSection>
      <FormSection title="How we reach you">
        <EmailField {...field('email')} />
        <PhoneField {...field('phone_number')} />
        <PhoneField
          {...field('other_phone_number')}
          hint="Whom we call in an emergency."
          autoComplete="off"
          // Marked, so that most give it, but an application is taken without it: some have nobody to name.
          required
        />
      </FormSection>
      <FormSection title="Your experience">
        <div className="sm:col-span-2">
          <RadioGroup
            {...withoutMaxLength('level')}
            choices={levelChoices}
            className="lg:grid-cols-3"
          />
        </div>
        <TextArea
          {...field('description')}
          hint={
            <span className="flex flex-wrap justify-between gap-x-4">
              Why do you want to join, and what would you do with it?
              <span className="noscript:hidden tabular-nums">
                {motivationLength} / {applicationRules.description.lengthMax} characters
              </span>
            </span>
          }
          className="sm:col-span-2"
          rows={6}
        />
      </FormSection>
    </>
  )
}

import type { ChangeEvent } from 'react'
import { CheckboxField, RadioGroup } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import {
  availabilities,
  availabilityLabels,
  consent,
  levelLabels,
  skillsMax,
  type TalentField,
  talentLevels,
  talentRules,
  workModeLabels,
  workModes,
} from '../validation.ts'
import { skillSuggestions } from './talent-field-values.ts'
import type { TalentErrors, TalentValues } from './talent-values.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type TalentFieldsProps = {
  errors: TalentErrors
  /** What stands in the fields at first. */
  values: TalentValues | undefined
  onChange: (field: TalentField, value: string) => void
}

const labelled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** What a field of the form gives to its control. */
const fieldsOf =
  ({ errors, values, onChange }: TalentFieldsProps) =>
  (name: TalentField) => ({
    name,
    error: errors[name],
    defaultValue: values?.[name] ?? '',
    required: 'missing' in talentRules[name],
    onChange: (event: ChangeEvent<Control>) => onChange(name, event.target.value),
  })

/** Those that one types into take no more than their rule. */
const typedFieldsOf = (props: TalentFieldsProps) => {
  const field = fieldsOf(props)
  return (name: TalentField) => ({ ...field(name), maxLength: talentRules[name].lengthMax })
}

/** Who one is, and where employers can see more. */
export function ProfileFields(props: TalentFieldsProps) {
  const field = typedFieldsOf(props)
  return (
    <FormSection title="About you">
      <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
      <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextField
        {...field('phone_number')}
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField
        {...field('location')}
        label="Where do you live?"
        hint="City and country, such as Huye, Rwanda."
        autoComplete="off"
      />
      <TextField
        {...field('link')}
        label="LinkedIn or portfolio"
        hint="The address of a page that shows your work."
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
      />
      <TextField
        {...field('headline')}
        label="What you do, in one line"
        hint="The first thing an employer reads of you: Customer support lead for payments."
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextArea
        {...field('about')}
        label="A few words about you"
        hint="What you are proud of, and what you look for. Two or three sentences are plenty."
        rows={4}
        className="sm:col-span-2"
      />
    </FormSection>
  )
}

/** What one can do, and for how long one has done it. */
export function ExperienceFields(props: TalentFieldsProps) {
  const field = fieldsOf(props)
  const typed = typedFieldsOf(props)
  return (
    <>
      <FormSection title="Your skills">
        <div data-field="skills" className="sm:col-span-2">
          <ListField
            {...typed('skills')}
            label="Skills"
            hint={`Up to ${skillsMax}, the strongest first, with commas between them.`}
            suggestions={skillSuggestions}
            onChange={(value) => props.onChange('skills', value)}
          />
        </div>
      </FormSection>
      <FormSection title="Your experience">
        <div className="sm:col-span-2">
          <RadioGroup
            {...field('level')}
            label="Level"
            choices={labelled(talentLevels, levelLabels)}
            className="grid-cols-2 sm:grid-cols-[repeat(4,auto)]"
          />
        </div>
        <TextField
          {...typed('years')}
          label="Years of experience"
          hint="Whole years, in paid work or not."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...typed('latest_role')}
          label="Current or last role"
          hint="And where, if you may say so."
          autoComplete="organization-title"
        />
        <SelectField
          {...field('availability')}
          label="When could you start?"
          placeholder="Please choose"
          options={labelled(availabilities, availabilityLabels)}
        />
        <SelectField
          {...field('work_mode')}
          label="How do you want to work?"
          placeholder="Please choose"
          options={labelled(workModes, workModeLabels)}
        />
      </FormSection>
    </>
  )
}

/** What one agrees to. Its value is the version of the words, so that what is kept is what was read. */
export function ConsentField({ errors, values, onChange }: TalentFieldsProps) {
  return (
    <CheckboxField
      name="consent"
      value={consent.version}
      defaultChecked={values?.consent === consent.version}
      error={errors.consent}
      required
      onChange={({ target }) => onChange('consent', target.checked ? target.value : '')}
      label={consent.words}
      hint={
        // In a window of its own, so that nothing typed is lost.
        <a
          href="/privacy#talents"
          target="_blank"
          rel="noopener"
          className="font-semibold text-primary underline underline-offset-4"
        >
          How we handle what you tell us<span className="sr-only"> (in a new window)</span>
        </a>
      }
      className="sm:col-span-2"
    />
  )
}

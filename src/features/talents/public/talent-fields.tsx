import { CheckboxField, RadioGroup } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { EmailField, PhoneField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import {
  availabilities,
  availabilityLabels,
  consent,
  skillsMax,
  type TalentField,
  talentLevelLabels,
  talentLevels,
  workModeLabels,
  workModes,
} from '../validation.ts'
import type { useTalentForm } from './use-talent-form.ts'

type TalentForm = ReturnType<typeof useTalentForm>

/** Suggested skills, added by a click. */
const skillSuggestions = [
  'Customer support',
  'Data entry',
  'Bookkeeping',
  'Excel',
  'JavaScript',
  'Python',
  'Graphic design',
  'French',
]

type TalentFieldsProps = { form: Pick<TalentForm, 'field' | 'validateAgain'> }

const labelled = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** Personal details and links. */
export function ProfileFields({ form: { field } }: TalentFieldsProps) {
  return (
    <FormSection title="About you">
      <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
      <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
      <EmailField {...field('email')} />
      <PhoneField {...field('phone_number')} label="Phone number" />
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

/** Skills and experience. */
export function ExperienceFields({ form: { field, validateAgain } }: TalentFieldsProps) {
  const choice = (name: TalentField) => {
    const { maxLength: _, ...props } = field(name)
    return props
  }
  return (
    <>
      <FormSection title="Your skills">
        <div data-field="skills" className="sm:col-span-2">
          <ListField
            {...field('skills')}
            label="Skills"
            hint={`Up to ${skillsMax}, the strongest first, with commas between them.`}
            suggestions={skillSuggestions}
            onChange={(value) => validateAgain('skills', value)}
          />
        </div>
      </FormSection>
      <FormSection title="Your experience">
        <div className="sm:col-span-2">
          <RadioGroup
            {...choice('level')}
            label="Level"
            choices={labelled(talentLevels, talentLevelLabels)}
            className="grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] sm:grid-cols-[repeat(4,auto)]"
          />
        </div>
        <TextField
          {...field('years')}
          label="Years of experience"
          hint="Whole years, in paid work or not."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...field('latest_role')}
          label="Current or last role"
          hint="And where, if you may say so."
          autoComplete="organization-title"
        />
        <SelectField
          {...choice('availability')}
          label="When could you start?"
          placeholder="Please choose"
          options={labelled(availabilities, availabilityLabels)}
        />
        <SelectField
          {...choice('work_mode')}
          label="How do you want to work?"
          placeholder="Please choose"
          options={labelled(workModes, workModeLabels)}
        />
      </FormSection>
    </>
  )
}

/** The consent. Its value is the version of the text, so that the accepted version is stored. */
export function ConsentField({ form }: TalentFieldsProps) {
  const { error, defaultValue } = form.field('consent')
  return (
    <CheckboxField
      name="consent"
      value={consent.version}
      defaultChecked={defaultValue === consent.version}
      error={error}
      required
      onChange={({ target }) => form.validateAgain('consent', target.checked ? target.value : '')}
      label={consent.words}
      hint={
        // In a new tab, so that typed text is not lost.
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

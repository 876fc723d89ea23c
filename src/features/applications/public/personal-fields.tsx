import { type UseFormReturn, useWatch } from 'react-hook-form'
import { RadioGroup } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { genders, lengthsMax, levelLabels, levels } from '../validation.ts'
import {
  type ApplicationField,
  type ApplicationValues,
  fieldRules,
  labels,
  today,
} from './application-values.ts'

const genderChoices = genders.map((value) => ({
  value,
  label: value.charAt(0) + value.slice(1).toLowerCase(),
}))
const levelChoices = levels.map((value) => ({ value, label: levelLabels[value] }))

type Form = UseFormReturn<ApplicationValues>

/** The props of a field's control: registration, rule and error message. */
function useField({ register, formState }: Form) {
  return (name: Exclude<ApplicationField, 'resume'>) => ({
    ...register(name, { validate: fieldRules[name] as never }),
    error: formState.errors[name]?.message,
  })
}

export function PersonalFields({ form }: { form: Form }) {
  const field = useField(form)
  return (
    <>
      <FormSection title="About you">
        <TextField
          {...field('firstName')}
          label={labels.firstName}
          autoComplete="given-name"
          maxLength={lengthsMax.firstName}
          required
        />
        <TextField
          {...field('lastName')}
          label={labels.lastName}
          autoComplete="family-name"
          maxLength={lengthsMax.lastName}
          required
        />
        <TextField
          {...field('dateOfBirth')}
          label={labels.dateOfBirth}
          type="date"
          autoComplete="bday"
          max={today()}
          required
        />
        <TextField
          {...field('identification')}
          label={labels.identification}
          hint="The 16 digits of your ID, or your passport number."
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          required
        />
        <div className="sm:col-span-2">
          <RadioGroup
            {...field('gender')}
            label={labels.gender}
            choices={genderChoices}
            className="sm:grid-cols-3"
            required
          />
        </div>
      </FormSection>
      <FormSection title="How we reach you">
        <TextField
          {...field('email')}
          label={labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={lengthsMax.email}
          required
        />
        <TextField
          {...field('phone')}
          label={labels.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={lengthsMax.phone}
          required
        />
        <TextField
          {...field('otherPhoneNumber')}
          label={labels.otherPhoneNumber}
          hint="Whom we call in an emergency."
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={lengthsMax.otherPhoneNumber}
          // Marked, so that most give it, but an application is taken without it: some have nobody to name.
          required
        />
      </FormSection>
      <FormSection title="Your experience">
        <div className="sm:col-span-2">
          <RadioGroup
            {...field('experience')}
            label={labels.experience}
            choices={levelChoices}
            className="lg:grid-cols-3"
          />
        </div>
        <TextArea
          {...field('motivation')}
          label={labels.motivation}
          hint={<MotivationCount form={form} />}
          className="sm:col-span-2"
          rows={6}
        />
      </FormSection>
    </>
  )
}

/** A component of its own, so that typing renders nothing else. */
function MotivationCount({ form }: { form: Form }) {
  const motivation = useWatch({ control: form.control, name: 'motivation' })
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      Why do you want to join, and what would you do with it?
      <span className="tabular-nums">
        {motivation.trim().length} / {lengthsMax.motivation} characters
      </span>
    </span>
  )
}

import { useEffect, useRef } from 'react'
import { type Control, type FieldErrors, useController, useForm, useWatch } from 'react-hook-form'
import { resumeAccept, validateResume } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { type Sending, SendingPanel } from '#ui/forms/sending-panel.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { useChosenFile } from '#ui/forms/use-chosen-file.ts'
import {
  type ApplicationValues,
  fieldRules,
  fields,
  keyFields,
  labels,
  neededFields,
  wireNames,
} from './application-values.ts'
import { PersonalFields } from './personal-fields.tsx'
import { StepButtons } from './step-frame.tsx'

type PersonalDetailsFormProps = {
  /** The values typed earlier, for returning to this step. */
  draft: ApplicationValues
  onDraft: (values: ApplicationValues) => void
  sending: Sending
  /** Sends the application, with the honeypot's value. @returns the server's field errors, by the fields' names on the wire */
  onSubmit: (values: ApplicationValues, website: string) => Promise<Record<string, string[]>>
  /** Called with the fields that keep it from being sent, by their names on the wire. */
  onInvalid: (wrong: readonly string[]) => void
  onCancel: () => void
  onPrevious: () => void
}

/** The form of step 3. A default export, because it is loaded lazily: it imports the form library. */
export default function PersonalDetailsForm(props: PersonalDetailsFormProps) {
  const { draft, onDraft, sending } = props
  const form = useForm<ApplicationValues>({
    defaultValues: draft,
    mode: 'onTouched',
    // The library would use the order of registration, which differs from the order on screen.
    shouldFocusError: false,
  })
  const honeypot = useRef<HTMLInputElement>(null)
  const isSending = sending.status === 'sending'
  const resume = useResume(form.control, (message) => {
    if (message === null) form.clearErrors('resume')
    else form.setError('resume', { message })
  })
  const submit = form.handleSubmit(send, notifyErrors)

  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onDraft(values) }),
    [subscribe, onDraft],
  )

  async function send(values: ApplicationValues) {
    const refused = await props.onSubmit(values, honeypot.current?.value ?? '')
    const wrong = fields.filter((field) => refused[wireNames[field]] !== undefined)
    for (const field of wrong) {
      const message = refused[wireNames[field]]?.[0]
      form.setError(field, { type: 'server', message }, { shouldFocus: field === wrong[0] })
    }
  }

  /** Shows each field error as a notification, too. */
  function notifyErrors(errors: FieldErrors<ApplicationValues>) {
    const wrong = fields.filter((field) => errors[field])
    props.onInvalid(wrong.map((field) => wireNames[field]))
    showErrors(wrong.flatMap((field) => errors[field]?.message ?? []))
    if (wrong[0]) form.setFocus(wrong[0])
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Personal details">
      <fieldset disabled={isSending} className="min-w-0">
        <legend className="sr-only">Your application</legend>
        <PersonalFields form={form} />
        <FormSection title="Your resume">
          <div className="sm:col-span-2">
            <FileField
              {...resume}
              label={labels.resume}
              what="resume"
              hint="Accepts .pdf, .doc, .docx, up to 10MB"
              accept={resumeAccept}
            />
          </div>
        </FormSection>
        <HoneypotField ref={honeypot} />
      </fieldset>
      <PrivacyNote section="applications" className="mt-6">
        Only our recruiters and administrators see your application, and use it to choose whom we
        train.
      </PrivacyNote>
      <SendingPanel
        what="application"
        sending={sending}
        onCancel={props.onCancel}
        onRetry={submit}
      />
      <NextButtons control={form.control} isBusy={isSending} onPrevious={props.onPrevious} />
    </form>
  )
}

type NextButtonsProps = {
  control: Control<ApplicationValues>
  isBusy: boolean
  onPrevious: () => void
}

/** Submit looks disabled until the key fields are filled; a press then shows what each field lacks. */
function NextButtons({ control, isBusy, onPrevious }: NextButtonsProps) {
  const values = useWatch({ control })
  const needed = neededFields.filter((field) => isEmpty(values[field]))
  const isFilled = keyFields.every((field) => !isEmpty(values[field]))
  return (
    <StepButtons
      onPrevious={onPrevious}
      isHeld={isBusy}
      note={
        needed.length > 0 && (
          <p id="still-needed" className="text-balance text-muted text-sm">
            Still needed: {needed.map((field) => labels[field]).join(', ')}
          </p>
        )
      }
    >
      <Button
        type="submit"
        aria-disabled={!isFilled}
        aria-describedby={needed.length > 0 ? 'still-needed' : undefined}
        isBusy={isBusy}
        busyLabel="Processing..."
      >
        <span className="sm:hidden">Submit</span>
        <span className="max-sm:hidden">Submit Application</span>
      </Button>
    </StepButtons>
  )
}

const isEmpty = (value: string | File | null | undefined) =>
  typeof value === 'string' ? value.trim() === '' : !value

/** The resume as a field of the form. */
function useResume(
  control: Control<ApplicationValues>,
  setError: (message: string | null) => void,
) {
  const { field, fieldState } = useController({
    control,
    name: 'resume',
    rules: { validate: (file) => fieldRules.resume?.(file) ?? true },
  })
  const choose = useChosenFile({
    problemOf: validateResume,
    onRefused(problem) {
      setError(problem)
      showErrors([problem])
    },
    onChosen(file) {
      setError(null)
      showErrors([])
      field.onChange(file)
    },
  })
  return {
    ref: field.ref,
    file: field.value,
    error: fieldState.error?.message,
    onChoose: choose,
    onRemove: () => field.onChange(null),
  }
}

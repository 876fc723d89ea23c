import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import { useResumeChoice } from '#client/forms/use-resume-choice.ts'
import { resumeAccept } from '#shared/resume.ts'
import { noErrors, readValues } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { type Sending, SendingPanel } from '#ui/forms/sending-panel.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { applicationForm } from '../validation.ts'
import {
  type ApplicationValues,
  emptyValues,
  type FilledApplication,
  hasKeyFields,
  isFilled,
  missingLabels,
  type RefusedApplication,
  resumeLabel,
  toWire,
} from './application-values.ts'
import { ChoiceFields, type ChosenFields } from './choice-fields.tsx'
import { PersonalFields } from './personal-fields.tsx'
import { StepButtons } from './step-frame.tsx'

type PersonalDetailsFormProps = {
  /** The address of this step. Without JavaScript the form is posted there. */
  action: string
  choice: ChosenFields
  formToken: string
  /** The values typed earlier, for returning to this step. */
  draft: ApplicationValues | null
  refused: RefusedApplication | undefined
  onMounted: () => void
  onDraft: (values: ApplicationValues, isFilled: boolean) => void
  sending: Sending
  /** Sends the application, and rejects with the server's refusal. */
  onSubmit: (filled: FilledApplication) => Promise<void>
  /** Called with the fields that keep it from being sent. */
  onInvalid: (wrong: readonly string[]) => void
  onCancel: () => void
  onPrevious: () => void
}

/** The form of step 3. A default export, because it is loaded lazily. */
export default function PersonalDetailsForm(props: PersonalDetailsFormProps) {
  const { refused, formToken, sending, onMounted, onDraft } = props
  const draft = props.draft ?? emptyValues
  const [resume, setResume] = useState(draft.resume)
  /** Null until the page is hydrated: without JavaScript, nothing enables Submit. */
  const [typed, setTyped] = useState<ApplicationValues | null>(null)
  const isSending = sending.status === 'sending'
  const form = usePublicForm(applicationForm, {
    refused: refused ?? { values: draft.values, errors: noErrors, formToken: '' },
    files: { resume },
    validatesOnBlur: true,
    async send({ website, form_token, ...values }) {
      const wire = toWire({ values, resume })
      await props.onSubmit({ wire, chosen: values, website, form_token })
      return false
    },
    onInvalid({ fields }) {
      const wrong = (applicationForm.order ?? []).filter((name) => fields[name])
      props.onInvalid(wrong)
      showErrors(wrong.flatMap((name) => fields[name] ?? []))
    },
  })
  const { errors, formProps } = form
  const { ref } = formProps

  const note = useEffectEvent(() => {
    if (!ref.current) return
    // While it is sent, its fields are disabled, and FormData leaves them out.
    const values =
      isSending && typed
        ? typed.values
        : readValues(applicationForm.rules, new FormData(ref.current))
    setTyped({ values, resume })
    onDraft({ values, resume }, isFilled({ values, resume }))
  })
  useLayoutEffect(onMounted, [onMounted])
  // At first, too: something may have been typed before the page was hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the resume is no part of the form's data
  useLayoutEffect(() => note(), [resume])

  /** What no field is to blame for stays on the page: the notification goes by itself. */
  const general = refused || Object.values(errors.fields).some(Boolean) ? undefined : errors.summary
  const choose = useResumeChoice(form, [resume, setResume])

  return (
    <form
      {...formProps}
      onInput={() => note()}
      action={props.action}
      encType="multipart/form-data"
      aria-label="Personal details"
    >
      {/* The errors of a hydrated form are notifications, and stand at the fields or above the buttons. */}
      <div className={refused && errors.summary && 'mb-8'}>
        <FormError>{refused && errors.summary}</FormError>
      </div>
      <fieldset disabled={isSending} className="min-w-0">
        <legend className="sr-only">Your application</legend>
        <ChoiceFields form={form} {...props.choice} />
        <PersonalFields
          form={form}
          motivationLength={(typed?.values ?? draft.values).description.length}
        />
        <FormSection title="Your resume">
          <div className="sm:col-span-2">
            <FileField
              file={resume}
              onChoose={choose}
              onRemove={() => setResume(null)}
              error={errors.fields.resume}
              name="resume"
              label={resumeLabel}
              what="resume"
              hint="Accepts .pdf, .doc, .docx, up to 10MB"
              accept={resumeAccept}
            />
          </div>
        </FormSection>
        <SpamFields formToken={refused?.formToken || formToken} />
      </fieldset>
      <PrivacyNote section="applications" className="mt-6">
        Only our recruiters and administrators see your application, and use it to choose whom we
        train.
      </PrivacyNote>
      <SendingPanel
        what="application"
        sending={sending}
        hasResume={resume !== null}
        onCancel={props.onCancel}
        onRetry={() => form.submit()}
      />
      <div className={general && 'mt-8'}>
        <FormError isNotified>{general}</FormError>
      </div>
      <SubmitButtons typed={typed} isBusy={isSending} onPrevious={props.onPrevious} />
    </form>
  )
}

type SubmitButtonsProps = {
  typed: ApplicationValues | null
  isBusy: boolean
  onPrevious: () => void
}

/** Submit looks disabled until the key fields are filled; a press then shows what each field lacks. */
function SubmitButtons({ typed, isBusy, onPrevious }: SubmitButtonsProps) {
  const missing = typed ? missingLabels(typed) : []
  return (
    <StepButtons
      onPrevious={onPrevious}
      isHeld={isBusy}
      note={
        missing.length > 0 && (
          <p id="still-needed" className="text-balance text-muted text-sm">
            {`Still needed: ${missing.join(', ')}`}
          </p>
        )
      }
    >
      <Button
        type="submit"
        aria-disabled={typed !== null && !hasKeyFields(typed)}
        aria-describedby={missing.length > 0 ? 'still-needed' : undefined}
        isBusy={isBusy}
        busyLabel="Processing..."
      >
        <span className="sm:hidden">Submit</span>
        <span className="max-sm:hidden">Submit Application</span>
      </Button>
    </StepButtons>
  )
}

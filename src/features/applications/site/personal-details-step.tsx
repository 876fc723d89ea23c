import type { KeyboardEvent, Ref } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { type ApplicationValues, fields } from './application-values.ts'
import { Group, PersonalFields } from './personal-fields.tsx'
import { ResumeField } from './resume-field.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { StepButtons, StepFrame } from './step-frame.tsx'
import { SubmitButton } from './submit-button.tsx'
import { tellFailures } from './tell-failures.ts'
import { useResume } from './use-resume.ts'
import type { Sending } from './use-sending.ts'

type PersonalDetailsStepProps = {
  form: UseFormReturn<ApplicationValues>
  headingRef: Ref<HTMLHeadingElement>
  /** What was chosen in the steps before, in a few words. */
  chosen: string
  sending: Sending
  onSubmit: (values: ApplicationValues) => unknown
  onCancel: () => void
  onPrevious: () => void
}

export function PersonalDetailsStep(props: PersonalDetailsStepProps) {
  const { form, sending } = props
  const isSending = sending.status === 'sending'
  const resume = useResume(form.control, (message) => {
    if (message === null) form.clearErrors('resume')
    else form.setError('resume', { message })
  })
  const submit = form.handleSubmit(props.onSubmit, notifyOfErrors)

  /** Submit is disabled while fields are missing, and Enter then says which. */
  function handleKey(event: KeyboardEvent<HTMLFormElement>) {
    const isInInput = event.target instanceof HTMLInputElement && event.target.type !== 'file'
    const button = event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')
    if (event.key === 'Enter' && isInInput && button?.disabled) void submit(event)
  }

  return (
    <StepFrame
      title="Personal Details & Resume"
      headingRef={props.headingRef}
      text={
        <>
          <p className="font-semibold text-text">{props.chosen}</p>
          <p className="mt-1">Fields with a star are needed.</p>
        </>
      }
    >
      <form noValidate onSubmit={submit} onKeyDown={handleKey} aria-label="Personal details">
        <fieldset disabled={isSending} className="min-w-0">
          <PersonalFields form={form} />
          <Group title="Your resume">
            <div className="sm:col-span-2">
              <ResumeField {...resume} />
            </div>
          </Group>
        </fieldset>
        <SendingPanel sending={sending} onCancel={props.onCancel} onRetry={submit} />
        <StepButtons onPrevious={props.onPrevious} isHeld={isSending}>
          <SubmitButton control={form.control} isBusy={isSending} />
        </StepButtons>
      </form>
    </StepFrame>
  )
}

/** Each message that stands at a field is told as a notification, too. */
function notifyOfErrors(errors: FieldErrors<ApplicationValues>) {
  tellFailures(fields.flatMap((field) => errors[field]?.message ?? []))
}

import { SpamFields } from '#client/forms/use-public-form.tsx'
import { resumeAccept } from '#shared/resume.ts'
import type { RefusedForm } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { SendingPanel } from '#ui/forms/sending-panel.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import type { TalentField } from '../validation.ts'
import { ConsentField, ExperienceFields, ProfileFields } from './talent-fields.tsx'
import { useTalentForm } from './use-talent-form.ts'

type TalentFormProps = {
  formToken: string
  refused?: RefusedForm<TalentField, 'resume'>
}

/** The talent's registration. Without JavaScript it posts to the page. */
export function TalentForm({ formToken, refused }: TalentFormProps) {
  const talent = useTalentForm(refused)
  const { formProps, errors, isSending } = talent
  return (
    <form
      {...formProps}
      action="/register"
      encType="multipart/form-data"
      aria-labelledby="registration"
    >
      {/* Above the fields, so that it is visible first after a page load. */}
      <div className={errors.summary && 'mb-8'}>
        <FormError isNotified={talent.isNotified}>{errors.summary}</FormError>
      </div>
      <fieldset disabled={isSending} className="min-w-0">
        <legend className="sr-only">Your registration</legend>
        <ProfileFields form={talent} />
        <ExperienceFields form={talent} />
        <FormSection title="Your resume">
          <div className="sm:col-span-2">
            <FileField
              {...talent.resume}
              name="resume"
              label="Resume"
              what="resume"
              hint="Accepts .pdf, .doc, .docx, up to 10MB"
              accept={resumeAccept}
              error={errors.fields.resume}
            />
          </div>
        </FormSection>
        <FormSection title="Your consent">
          <ConsentField form={talent} />
        </FormSection>
        <SpamFields formToken={refused?.formToken || formToken} />
      </fieldset>
      <SendingPanel
        what="registration"
        sending={talent.sending}
        hasResume={talent.resume.file !== null}
        onCancel={talent.cancel}
        onRetry={() => talent.submit()}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-4 border-line border-t pt-8">
        <Button
          type="submit"
          size="lg"
          isBusy={isSending}
          busyLabel="Processing..."
          className="w-full sm:w-auto"
        >
          Register
        </Button>
        <PrivacyNote section="talents" className="min-w-0 grow basis-60">
          It costs nothing, and you can have everything deleted whenever you want.
        </PrivacyNote>
      </div>
      <LeaveGuard
        what="registration"
        isFilled={talent.isFilled}
        isSending={isSending}
        isUnderWay={talent.isUnderWay}
        onLeave={talent.cancel}
      />
    </form>
  )
}

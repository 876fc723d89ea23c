import { resumeAccept } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/forms/file-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { SendingPanel } from '#ui/forms/sending-panel.tsx'
import { LeaveDialog } from '#ui/overlays/leave-dialog.tsx'
import { ConsentField, ExperienceFields, ProfileFields } from './talent-fields.tsx'
import type { TalentErrors, TalentValues } from './talent-values.ts'
import { useTalentForm } from './use-talent-form.ts'

type TalentFormProps = {
  /** Tells when the form was opened. */
  formToken: string
  /** What a browser without JavaScript has posted, and what was wrong with it. */
  posted?: { values: TalentValues; errors: TalentErrors; problem: string } | undefined
}

/** The registration of a talent. Without JavaScript it posts to its page. */
export function TalentForm({ formToken, posted }: TalentFormProps) {
  const talent = useTalentForm(posted ?? {})
  const { errors, isSending, blocker } = talent
  const fields = { errors, values: posted?.values, onChange: talent.handleChange }
  return (
    <form
      ref={talent.form}
      method="post"
      action="/register"
      encType="multipart/form-data"
      noValidate
      aria-labelledby="registration"
      onSubmit={talent.submit}
    >
      {/* Above the fields: of a page that came back, this is what one sees first. */}
      <div className={talent.problem && 'mb-8'}>
        <FormError>{talent.problem}</FormError>
      </div>
      <fieldset disabled={isSending} className="min-w-0">
        <legend className="sr-only">Your registration</legend>
        <ProfileFields {...fields} />
        <ExperienceFields {...fields} />
        <FormSection title="Your resume">
          <div className="sm:col-span-2">
            <FileField
              {...talent.resume}
              name="resume"
              label="Resume"
              prompt="Drop your resume here, or choose a file"
              hint="Accepts .pdf, .doc, .docx, up to 10MB"
              accept={resumeAccept}
              error={errors.resume}
            />
          </div>
        </FormSection>
        <FormSection title="Your consent">
          <ConsentField {...fields} />
        </FormSection>
        <input type="hidden" name="form_token" value={formToken} />
        <HoneypotField />
      </fieldset>
      <SendingPanel
        what="registration"
        sending={talent.sending}
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
      {blocker.state === 'blocked' && (
        <LeaveDialog
          what="registration"
          isSending={isSending}
          onStay={blocker.reset}
          onLeave={() => {
            talent.cancel()
            blocker.proceed()
          }}
        />
      )}
    </form>
  )
}

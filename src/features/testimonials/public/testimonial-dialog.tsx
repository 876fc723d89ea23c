import { useEffect, useState } from 'react'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import { loadFormToken } from '#client/loaders/loaders.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { submitByKeys } from '#ui/forms/submit-by-keys.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { LeaveDialog } from '#ui/overlays/leave-dialog.tsx'
import { Modal } from '#ui/overlays/modal.tsx'
import { testimonialForm } from '../validation.ts'

/** The form for a testimonial. It says that testimonials are reviewed before they appear. */
export function TestimonialDialog({ onClose }: { onClose: () => void }) {
  const [isFilled, setIsFilled] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [formToken, setFormToken] = useState('')
  useEffect(() => {
    import('#client/api/client.ts')
      .then(({ api }) => loadFormToken(api))
      .then(setFormToken, () => {})
  }, [])
  const { formProps, field, errors, isBusy } = usePublicForm(testimonialForm, {
    onTyped: setIsFilled,
    async send(payload) {
      const { api } = await import('#client/api/client.ts')
      const { detail } = await api.testimonials.create(payload)
      notify({ type: 'success', message: detail })
      onClose()
      return true
    },
  })
  const blocker = useLeaveGuard({ isFilled, isSending: isBusy, isUnderWay: () => false })

  function close() {
    if (isBusy) return
    if (isFilled) setIsLeaving(true)
    else onClose()
  }

  return (
    <>
      <Modal
        title="Share your experience"
        description="Our team reads every testimonial before it appears on the site, which can take a few days. Your name and what you write will be public then."
        onClose={close}
        first={(dialog) => dialog.querySelector('input')}
        className="w-[calc(100%-2rem)] max-w-xl"
      >
        <form
          {...formProps}
          onKeyDown={(event) => !isBusy && submitByKeys(event)}
          className="flex flex-col gap-4"
        >
          <TextField {...field('full_name')} label="Full name" autoComplete="name" />
          <TextField
            {...field('title')}
            label="Who you are"
            hint="Such as your position and company, or the cohort you graduated from."
            autoComplete="organization-title"
          />
          <TextArea {...field('description')} label="Your testimonial" rows={5} />
          <SpamFields formToken={formToken} />
          <PrivacyNote section="testimonials">
            You can have it taken down whenever you like.
          </PrivacyNote>
          <FormError>{errors.summary}</FormError>
          <div className="mt-2 flex flex-wrap items-center justify-end gap-3">
            <Button variant="secondary" onClick={close} aria-disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy} aria-keyshortcuts="Control+Enter">
              Send testimonial
            </Button>
          </div>
        </form>
      </Modal>
      {(isLeaving || blocker.state === 'blocked') && (
        <LeaveDialog
          what="testimonial"
          isSending={isBusy}
          onStay={() => {
            setIsLeaving(false)
            blocker.reset?.()
          }}
          onLeave={() => {
            blocker.proceed?.()
            onClose()
          }}
        />
      )}
    </>
  )
}

import { useEffect, useState } from 'react'
import { usePublicForm } from '#client/forms/use-public-form.ts'
import { loadFormToken } from '#client/loaders/loaders.ts'
import { notify } from '#ui/feedback/notify.ts'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { SpamFields } from '#ui/forms/spam-fields.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { testimonialForm } from '../validation.ts'

/** The form for a testimonial. It says that testimonials are reviewed before they appear. */
export function TestimonialDialog({ onClose }: { onClose: () => void }) {
  const [isFilled, setIsFilled] = useState(false)
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
  return (
    <FormDialog
      title="Share your experience"
      description="Our team reads every testimonial before it appears on the site, which can take a few days. Your name and what you write will be public then."
      submitLabel="Send testimonial"
      formRef={formProps.ref}
      onSubmit={formProps.onSubmit}
      onInput={formProps.onInput}
      onClose={onClose}
      isBusy={isBusy}
      isDirty={isFilled}
      problem={errors.summary}
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
    </FormDialog>
  )
}

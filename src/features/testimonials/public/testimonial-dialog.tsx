import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { loadFormToken } from '#client/loaders/loaders.ts'
import { validateField } from '#shared/validation.ts'
import { notify } from '#ui/feedback/notify.ts'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { testimonialRules } from '../validation.ts'

const blank = { full_name: '', title: '', description: '', website: '' }
type Field = keyof typeof testimonialRules

/** The form for a testimonial. It says that testimonials are reviewed before they appear. */
export default function TestimonialDialog({ onClose }: { onClose: () => void }) {
  // The token contains the time when the form was opened.
  const [token] = useState(() => loadFormToken(api))
  const form = useCallForm<typeof blank>(blank, async (typed) => {
    const { detail } = await api.testimonials.create({ ...typed, form_token: await token })
    notify({ type: 'success', message: detail })
    onClose()
  })

  const field = (name: Field) => ({
    ...form.register(name, {
      validate: (value) => validateField(testimonialRules[name], value) ?? true,
    }),
    error: form.errorOf(name),
    maxLength: testimonialRules[name].lengthMax,
    required: true,
  })
  return (
    <FormDialog
      title="Share your experience"
      description="Our team reads every testimonial before it appears on the site, which can take a few days. Your name and what you write will be public then."
      submitLabel="Send testimonial"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <TextField {...field('full_name')} label="Full name" autoComplete="name" />
      <TextField
        {...field('title')}
        label="Who you are"
        hint="Such as your position and company, or the cohort you graduated from."
        autoComplete="organization-title"
      />
      <TextArea {...field('description')} label="Your testimonial" rows={5} />
      <HoneypotField {...form.register('website')} />
      <PrivacyNote section="testimonials">
        You can have it taken down whenever you like.
      </PrivacyNote>
    </FormDialog>
  )
}

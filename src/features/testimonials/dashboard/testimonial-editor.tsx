import { useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { ImageField } from '#client/resources/picture/image-field.tsx'
import { portraitFrames } from '#client/resources/picture/portrait-frames.ts'
import { consentText } from '#shared/privacy.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import type { Testimonial } from '../contract.ts'
import { testimonialRules } from '../validation.ts'
import { testimonialName } from './testimonial-status.ts'

const valuesOf = (row: Testimonial | undefined) => ({
  full_name: row?.full_name ?? '',
  title: row?.title ?? '',
  description: row?.description ?? '',
  profile_picture: row?.profile_picture ?? '',
})

type TestimonialEditorProps = {
  /** The testimonial to edit; undefined makes a new one. */
  testimonial?: Testimonial
  onClose: () => void
}

export function TestimonialEditor({ testimonial, onClose }: TestimonialEditorProps) {
  const create = useWrite('testimonials.create')
  const update = useWrite('testimonials.update')

  async function save(typed: ReturnType<typeof valuesOf>, seen: Testimonial | undefined) {
    if (!seen) return (await create.mutateAsync(typed)).data
    return update.mutateAsync({ ...typed, id: seen.id, expected_updated_at: seen.updated_at })
  }

  return (
    <EditDialog
      noun="testimonial"
      savedBy="testimonials.update"
      row={testimonial}
      rowName={testimonialName}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field, _watch, control) => (
        <>
          <TextField
            {...field('full_name')}
            label="Full name"
            maxLength={testimonialRules.full_name.lengthMax}
            required
          />
          <TextField
            {...field('title')}
            label="Who they are"
            hint="Such as their position and company, or the cohort they graduated from."
            maxLength={testimonialRules.title.lengthMax}
            required
          />
          <TextArea
            {...field('description')}
            label="Testimonial"
            rows={6}
            maxLength={testimonialRules.description.lengthMax}
            required
          />
          <ImageField
            label="Picture"
            control={control}
            name="profile_picture"
            frames={portraitFrames}
          />
          {testimonial?.consent_version && (
            <p className="text-muted text-sm">
              Agreed {consentText(testimonial.created_at, testimonial.consent_version)}.
            </p>
          )}
          {!testimonial && (
            <p className="text-muted text-sm">Visitors see it at once, before all others.</p>
          )}
        </>
      )}
    </EditDialog>
  )
}

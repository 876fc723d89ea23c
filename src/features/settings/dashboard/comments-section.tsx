import { useWrite } from '#client/api/queries.ts'
import type { Settings } from '#shared/settings.ts'
import { RadioGroup } from '#ui/forms/choice-field.tsx'
import type { SettingRows } from '../contract.ts'
import { SectionForm } from './section-form.tsx'

const choices = [
  {
    value: 'after',
    label: 'After they are shown',
    description:
      'A comment is on the site at once, unless it looks like spam, and can be rejected later.',
  },
  {
    value: 'before',
    label: 'Before they are shown',
    description:
      'A comment waits until it is approved, and its author is told so. Those that wait already stay as they are.',
  },
]

export function CommentsSection({ row }: { row: SettingRows['comments'] }) {
  const save = useWrite('settings.saveComments')
  return (
    <SectionForm<Settings['comments']> section="comments" row={row} save={save.mutateAsync}>
      {({ field }) => (
        <RadioGroup
          {...field('moderation')}
          label="Comments are read"
          choices={choices}
          hint="What visitors write about us as testimonials always waits until it is approved."
          className="sm:grid-cols-2"
        />
      )}
    </SectionForm>
  )
}

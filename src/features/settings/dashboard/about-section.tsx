import { useWrite } from '#client/api/queries.ts'
import type { Settings } from '#shared/settings.ts'
import { FormHalves } from '#ui/forms/form-halves.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingRows } from '../contract.ts'
import { SectionForm } from './section-form.tsx'

const figures = [
  { name: 'years', label: 'Years of experience', hint: 'First page and “Who we are”' },
  { name: 'trained', label: 'Talents or students trained', hint: 'First page and “Who we are”' },
  { name: 'outsourced', label: 'Talents outsourced', hint: 'First page' },
  {
    name: 'partners',
    label: 'Partner companies',
    hint: 'First page, and the second “Students Trained” of “Who we are”',
  },
  {
    name: 'rate',
    label: 'Rate',
    hint: '“Cost Reduction Rate” on the first page, “Job Placement” on “Who we are”',
  },
] as const

export function AboutSection({ row }: { row: SettingRows['about'] }) {
  const save = useWrite('settings.saveAbout')
  return (
    <SectionForm<Settings['about']> section="about" isWide row={row} save={save.mutateAsync}>
      {({ field }) => (
        <FormHalves>
          <FormSection title="Chief" level={2}>
            <TextField {...field('chief_name')} label="Name" maxLength={120} required />
            <TextField {...field('chief_position')} label="Position" maxLength={120} required />
          </FormSection>
          <FormSection title="Figures" level={2}>
            {figures.map(({ name, label, hint }) => (
              <TextField
                key={name}
                {...field(name)}
                label={label}
                hint={hint}
                maxLength={12}
                required
              />
            ))}
          </FormSection>
        </FormHalves>
      )}
    </SectionForm>
  )
}

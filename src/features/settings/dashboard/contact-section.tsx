import { useWrite } from '#client/api/queries.ts'
import { FormRows } from '#client/resources/order/form-rows.tsx'
import type { Settings } from '#shared/settings.ts'
import { FormHalves } from '#ui/forms/form-halves.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingRows } from '../contract.ts'
import { hoursMax, hoursRules } from '../row-rules.ts'
import { SectionForm } from './section-form.tsx'

export function ContactSection({ row }: { row: SettingRows['contact'] }) {
  const save = useWrite('settings.saveContact')
  return (
    <SectionForm<Settings['contact']> section="contact" isWide row={row} save={save.mutateAsync}>
      {({ field, form, replace }) => (
        <FormHalves>
          <div>
            <FormSection title="Reach us" level={2}>
              <TextField
                {...field('email')}
                label="Email"
                type="email"
                hint="Emails of the site come from this address, too: your mail server must be allowed to send for it."
                maxLength={254}
                required
              />
              <TextField {...field('phone')} label="Phone" type="tel" maxLength={30} required />
            </FormSection>
            <FormSection title="Office" level={2}>
              <TextField {...field('street')} label="Street" maxLength={120} required />
              <TextField {...field('city')} label="City" maxLength={60} required />
              <TextField {...field('country')} label="Country" maxLength={60} required />
              <TextField
                {...field('map_position')}
                label="Place on the map"
                hint="Latitude and longitude, or the link of a map."
                maxLength={500}
                required
              />
            </FormSection>
          </div>
          <FormRows
            label="Office hours"
            rows={form.watch('hours')}
            setRows={(hours) => replace({ hours })}
            rowName={(_, index) => `line ${index + 1}`}
            add={{
              label: 'Add a line',
              row: form.watch('hours').length < hoursMax ? { days: '', time: '' } : undefined,
            }}
            empty="No hours are shown."
            error={form.getFieldState('hours', form.formState).error?.message}
          >
            {(index) => (
              <div className="grid min-w-0 grow basis-64 gap-3 sm:grid-cols-2">
                <TextField
                  {...form.register(`hours.${index}.days`, { required: hoursRules.days.missing })}
                  error={form.getFieldState(`hours.${index}.days`, form.formState).error?.message}
                  label="Days"
                  maxLength={40}
                  required
                />
                <TextField
                  {...form.register(`hours.${index}.time`, { required: hoursRules.time.missing })}
                  error={form.getFieldState(`hours.${index}.time`, form.formState).error?.message}
                  label="Time"
                  maxLength={40}
                  required
                />
              </div>
            )}
          </FormRows>
        </FormHalves>
      )}
    </SectionForm>
  )
}

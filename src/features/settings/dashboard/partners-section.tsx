import { useWrite } from '#client/api/queries.ts'
import { FormRows } from '#client/resources/order/form-rows.tsx'
import { ImageField } from '#client/resources/picture/image-field.tsx'
import type { Settings } from '#shared/settings.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingRows } from '../contract.ts'
import { partnerRules, partnersMax, validateLink } from '../row-rules.ts'
import { SectionForm } from './section-form.tsx'

const blank = { name: '', logo: '', url: '', is_visible: true }

export function PartnersSection({ row }: { row: SettingRows['partners'] }) {
  const save = useWrite('settings.savePartners')
  return (
    <SectionForm<Settings['partners']> section="partners" row={row} save={save.mutateAsync}>
      {({ form, replace }) => {
        const rows = form.watch('partners')
        const errorOf = (path: `partners.${number}.name` | `partners.${number}.url` | 'partners') =>
          form.getFieldState(path, form.formState).error?.message
        return (
          <FormRows
            label="Partners"
            rows={rows}
            setRows={(partners) => replace({ partners })}
            rowName={({ name }, index) => name || `partner ${index + 1}`}
            add={{
              label: 'Add a partner',
              row: rows.length < partnersMax ? blank : undefined,
            }}
            empty="No partner is shown, and nothing says that there are any."
            error={errorOf('partners')}
          >
            {(index) => (
              <div className="grid min-w-0 grow basis-64 gap-3 sm:grid-cols-2">
                <TextField
                  {...form.register(`partners.${index}.name`, {
                    required: partnerRules.name.missing,
                  })}
                  error={errorOf(`partners.${index}.name`)}
                  label="Name"
                  maxLength={80}
                  required
                />
                <TextField
                  {...form.register(`partners.${index}.url`, {
                    validate: (text) => validateLink(text.trim()),
                  })}
                  error={errorOf(`partners.${index}.url`)}
                  label="Their site"
                  type="url"
                  placeholder="https://"
                  maxLength={300}
                />
                <ImageField label="Logo" control={form.control} name={`partners.${index}.logo`} />
                <CheckboxField
                  {...form.register(`partners.${index}.is_visible`)}
                  label="Visitors see it"
                />
              </div>
            )}
          </FormRows>
        )
      }}
    </SectionForm>
  )
}

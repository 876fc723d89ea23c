import { useWrite } from '#client/api/queries.ts'
import { FormRows } from '#client/resources/order/form-rows.tsx'
import { networks, type Settings } from '#shared/settings.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SettingRows } from '../contract.ts'
import { exampleOf, validateNetworkUrl } from '../row-rules.ts'
import { SectionForm } from './section-form.tsx'

export function SocialSection({ row }: { row: SettingRows['social'] }) {
  const save = useWrite('settings.saveSocial')
  return (
    <SectionForm<Settings['social']> section="social" row={row} save={save.mutateAsync}>
      {({ form, replace }) => {
        const rows = form.watch('networks')
        const free = networks.find((one) => !rows.some(({ network }) => network === one))
        return (
          <FormRows
            label="Networks"
            rows={rows}
            setRows={(next) => replace({ networks: next })}
            rowName={({ network }) => network}
            add={{ label: 'Add a network', row: free && { network: free, url: '' } }}
            empty="No network is shown."
            error={form.getFieldState('networks', form.formState).error?.message}
          >
            {(index) => {
              const network = rows[index]?.network ?? 'LinkedIn'
              return (
                <div className="grid min-w-0 grow basis-64 gap-3 sm:grid-cols-[10rem_1fr]">
                  <SelectField
                    {...form.register(`networks.${index}.network`)}
                    label="Network"
                    options={networks.map((value) => ({
                      value,
                      label: value,
                      isDisabled: value !== network && rows.some((one) => one.network === value),
                    }))}
                  />
                  <TextField
                    {...form.register(`networks.${index}.url`, {
                      validate: (url) => validateNetworkUrl({ network, url: url.trim() }),
                    })}
                    error={
                      form.getFieldState(`networks.${index}.url`, form.formState).error?.message
                    }
                    label="Address of your page"
                    type="url"
                    placeholder={exampleOf(network)}
                    maxLength={300}
                    required
                  />
                </div>
              )
            }}
          </FormRows>
        )
      }}
    </SectionForm>
  )
}

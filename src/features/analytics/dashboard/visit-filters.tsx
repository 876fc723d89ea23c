import type { ListUrl } from '#ui/data-table/list-url.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { deviceLabel, sourceLabel } from '../labels.ts'
import { devices } from '../validation.ts'

type VisitFiltersProps = {
  listUrl: ListUrl
  /** Those that the report has now. */
  sources: readonly string[]
}

/** Chooses the source and the device that the report is about. */
export function VisitFilters({ listUrl, sources }: VisitFiltersProps) {
  const source = listUrl.get('source')
  const known = [...new Set([...sources, source])].filter(Boolean)
  const set = (name: string, value: string) => listUrl.set({ [name]: value || undefined })
  return (
    <>
      <SelectField
        label="Source"
        options={[
          { value: '', label: 'All sources' },
          ...known.map((value) => ({ value, label: sourceLabel(value) })),
        ]}
        value={source}
        onChange={(event) => set('source', event.target.value)}
        className="w-[min(12rem,75vw)]"
      />
      <SelectField
        label="Device"
        options={[
          { value: '', label: 'All devices' },
          ...devices.map((value) => ({ value, label: deviceLabel(value) })),
        ]}
        value={listUrl.get('device')}
        onChange={(event) => set('device', event.target.value)}
        className="w-[min(10rem,75vw)]"
      />
    </>
  )
}

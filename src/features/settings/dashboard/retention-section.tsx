import { useRead, useWrite } from '#client/api/queries.ts'
import { pluralize } from '#shared/format.ts'
import {
  type RetainedKind,
  retainedKinds,
  retentionChoices,
  retentionLabels,
} from '#shared/retention.ts'
import type { Settings } from '#shared/settings.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import type { SettingRows } from '../contract.ts'
import { SectionForm } from './section-form.tsx'
import { retainedLabels } from './setting-labels.ts'

const options = retentionChoices.map((value) => ({ value, label: retentionLabels[value] }))

const countedFrom: Record<RetainedKind, string> = {
  applications:
    'Counted after the end of the cohort, or after the last change to the application if that is later.',
  talents: 'Counted after the last change to the registration.',
  messages: 'Counted after the message was settled.',
  subscribers: 'Counted after they have left.',
}

export function RetentionSection({ row }: { row: SettingRows['retention'] }) {
  const save = useWrite('settings.saveRetention')
  return (
    <SectionForm<Settings['retention']> section="retention" row={row} save={save.mutateAsync}>
      {({ field, form }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {retainedKinds.map((kind) => (
              <SelectField
                key={kind}
                {...field(kind)}
                label={retainedLabels[kind]}
                hint={countedFrom[kind]}
                options={options}
              />
            ))}
          </div>
          <Preview {...form.watch()} />
        </>
      )}
    </SectionForm>
  )
}

/** What the chosen times would delete, before they are saved. */
function Preview({ applications, talents, messages, subscribers }: Settings['retention']) {
  const times = { applications, talents, messages, subscribers }
  const { data, isError } = useRead('settings.previewRetention', times)
  const uncounted = isError ? 'What these times would delete could not be counted.' : 'Counting…'
  return (
    <p role="status" className="min-h-18 content-center rounded bg-sand px-4 py-3 font-medium">
      {data ? deletionText(data) : uncounted}
    </p>
  )
}

const nouns: Record<RetainedKind, string> = {
  applications: 'application',
  talents: 'talent',
  messages: 'message',
  subscribers: 'subscriber',
}

function deletionText(counts: Record<RetainedKind, number>) {
  const deleted = retainedKinds.filter((kind) => counts[kind] > 0)
  if (deleted.length === 0) return 'These times would delete nothing tonight.'
  const what = deleted.map((kind) => pluralize(counts[kind], nouns[kind])).join(', ')
  return `These times would delete ${what} for good tonight, with their files.`
}

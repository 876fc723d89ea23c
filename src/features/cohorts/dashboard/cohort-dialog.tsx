import { EditDialog, type EditorProps } from '#client/resources/edit/edit-dialog.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { company, localTime } from '#shared/company.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { type StatusLooks, statusOptions } from '#ui/status-badge.tsx'
import type { Cohort } from '../contract.ts'
import type { CohortStatus } from '../validation.ts'

export const cohortName = ({ name }: Cohort) => name

export const cohortStatusLooks: StatusLooks<CohortStatus> = {
  open: { label: 'Open', tone: 'success' },
  upcoming: { label: 'Upcoming', tone: 'info' },
  full: { label: 'Full', tone: 'accent' },
  closed: { label: 'Closed', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'warning' },
}

const valuesOf = (cohort: Cohort | undefined) => ({
  ...fieldsOf(cohort?.deadline ?? ''),
  name: cohort?.name ?? '',
  short_description: cohort?.short_description ?? '',
  status: cohort?.status ?? ('upcoming' as const),
  start: cohort?.start ?? '',
  end: cohort?.end ?? '',
  limit: cohort?.limit ?? '',
})

/** A deadline is a day, which it includes, or a moment. */
function fieldsOf(deadline: string) {
  const text = deadline.length > 10 ? localTime(new Date(deadline)) : deadline
  const [day = '', time = ''] = text.split('T')
  return { deadline: day, deadline_time: time }
}

const inputOf = ({ deadline, deadline_time, limit, ...others }: ReturnType<typeof valuesOf>) => ({
  ...others,
  limit: limit === '' ? undefined : Number(limit),
  deadline: deadline_time ? `${deadline}T${deadline_time}:00${company.utcOffset}` : deadline,
})

export function CohortDialog({ row, onClose }: EditorProps<Cohort>) {
  const save = useSave('cohorts', inputOf)
  return (
    <EditDialog
      noun="cohort"
      savedBy="cohorts.update"
      rowName={cohortName}
      row={row}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={120} required />
          <TextArea
            {...field('short_description')}
            label="Short description"
            hint="HTML such as <p> and <strong> may stand in it."
            rows={3}
            maxLength={5000}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              {...field('status')}
              label="Status"
              options={statusOptions(cohortStatusLooks)}
              required
            />
            <TextField {...field('limit')} label="Limit" type="number" min={1} required />
            <TextField {...field('start')} label="Start" type="date" required />
            <TextField {...field('end')} label="End" type="date" required />
            <TextField
              {...field('deadline')}
              label="Deadline"
              hint="Empty: the day before the start."
              type="date"
            />
            <TextField
              {...field('deadline_time')}
              label="Until, in Kigali"
              hint="Empty: the end of that day."
              type="time"
            />
          </div>
        </>
      )}
    </EditDialog>
  )
}

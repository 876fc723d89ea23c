import { type ProcedureInput, useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit-dialog.tsx'
import { Presence } from '#client/resources/presence.tsx'
import { company, localTime } from '#shared/company.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { statusOptions } from '#ui/status-badge.tsx'
import type { Cohort } from '../contract.ts'
import { cohortStatusLooks } from './cohort-status.tsx'

export const cohortName = ({ name }: Cohort) => name

/** A deadline is a day, which it includes, or a moment. */
const isMoment = (deadline: string) => deadline.length > 10

const deadlineOf = (day: string, time: string) =>
  time === '' ? day : `${day}T${time}:00${company.utcOffset}`

const valuesOf = (cohort: Cohort | undefined) => ({
  ...fieldsOf(cohort?.deadline ?? ''),
  name: cohort?.name ?? '',
  short_description: cohort?.short_description ?? '',
  status: cohort?.status ?? ('upcoming' as const),
  start: cohort?.start ?? '',
  end: cohort?.end ?? '',
  limit: cohort?.limit ?? '',
})

function fieldsOf(deadline: string) {
  const text = isMoment(deadline) ? localTime(new Date(deadline)) : deadline
  const [day = '', time = ''] = text.split('T')
  return { deadline: day, deadline_time: time }
}

type CohortValues = ReturnType<typeof valuesOf>

type CohortDialogProps = {
  /** The cohort to edit; undefined creates a new one. */
  cohort?: Cohort
  onClose: () => void
}

export function CohortDialog({ cohort, onClose }: CohortDialogProps) {
  const create = useWrite('cohorts.create')
  const update = useWrite('cohorts.update')

  function save(typed: CohortValues, seen: Cohort | undefined, initial: CohortValues) {
    const { deadline, deadline_time: time, limit, ...others } = typed
    // The server reports missing fields.
    const fields = {
      ...others,
      limit: limit === '' ? undefined : Number(limit),
      deadline: deadlineOf(deadline, time),
    }
    const isSameDeadline = deadline === initial.deadline && time === initial.deadline_time
    if (!seen) return create.mutateAsync(fields as ProcedureInput<'cohorts.create'>)
    return update.mutateAsync({
      ...fields,
      id: seen.id,
      expected_updated_at: seen.updated_at,
      // A full open cohort is read as `full`: saving other fields must not store that status.
      status: typed.status === initial.status ? undefined : typed.status,
      // The fields cut off the seconds.
      deadline: isSameDeadline ? undefined : fields.deadline,
    })
  }

  return (
    <EditDialog noun="cohort" row={cohort} rowName={cohortName} {...{ valuesOf, save, onClose }}>
      {(field) => (
        <>
          {cohort && <Presence kind="cohort" id={cohort.id} />}
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

import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { pluralize } from '#shared/format.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { slotDaysMax, slotTimes } from '../validation.ts'
import { useCohortOptions } from './interview-state.ts'
import { SlotFields } from './slot-fields.tsx'

type NewSlotsDialogProps = {
  cohort: number | undefined
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

const empty = {
  cohort: '',
  days: '',
  last: '',
  weekends: false,
  from: '09:00',
  to: '12:00',
  length: '30',
  pause: '0',
  place: '',
  link: '',
  capacity: '1',
  panel: [] as string[],
}
type Values = typeof empty

/** The days from the first to the last, as many as are made at once and one more. */
function daysOf({ days: first, last, weekends }: Values) {
  const days: string[] = []
  if (first === '') return days
  const end = last || first
  for (let at = Date.parse(first); days.length <= slotDaysMax; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (day > end) break
    if (weekends || ![0, 6].includes(new Date(at).getUTCDay()) || first === end) days.push(day)
  }
  return days
}

const planOf = (values: Values) => ({
  days: daysOf(values),
  from: values.from,
  to: values.to,
  length: Number(values.length),
  pause: Number(values.pause),
})

function preview(values: Values) {
  const { length, ...plan } = planOf(values)
  if (!(length >= 5) || plan.days.length === 0 || !plan.from || !plan.to) return ''
  const count = slotTimes({ ...plan, length }).length
  return `${pluralize(count, 'time')} on ${pluralize(plan.days.length, 'day')}`
}

/** Makes the times of a cohort: as many as fit between two hours of each day. */
export function NewSlotsDialog({ cohort, onClose, onChanged }: NewSlotsDialogProps) {
  // What was typed last is mostly right for the next cohort as well.
  const [last, keep] = useKeptState<Values>('interview times', empty)
  const cohorts = useCohortOptions()
  const create = useWrite('interviews.createSlots')
  const cancel = useWrite('interviews.cancelSlots')
  const start = { ...last, cohort: cohort === undefined ? last.cohort : String(cohort) }
  const form = useCallForm<Values>({ ...start, days: '', last: '' }, async (values) => {
    const { ids } = await create.mutateAsync({
      cohort: values.cohort,
      ...planOf(values),
      panel: values.panel,
      place: values.place,
      link: values.link,
      capacity: values.capacity,
    })
    keep(() => values)
    const text = `${pluralize(ids.length, 'time')} ${ids.length === 1 ? 'is' : 'are'} made.`
    onChanged({ text, undo: () => undo(ids) })
    onClose()
  })

  /** Deletes them again, unless somebody has booked one. */
  async function undo(slot_ids: number[]) {
    const { succeeded } = await cancel.mutateAsync({ slot_ids, seen_booked: 0 })
    return `${pluralize(succeeded.length, 'time')} deleted again.`
  }

  const { field } = form
  const summary = preview(form.watch())
  return (
    <FormDialog
      title="Make times for interviews"
      description="Applicants who are invited choose one of them. All times are Kigali time."
      submitLabel="Make times"
      {...form.dialog}
      onClose={onClose}
    >
      <SelectField
        {...field('cohort')}
        label="Cohort"
        placeholder="Choose a cohort"
        options={cohorts ?? []}
        required
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...field('days')}
          label="First day"
          type="date"
          min={localDay(new Date())}
          required
        />
        <TextField
          {...field('last')}
          label="Last day"
          type="date"
          hint="Empty: the first day alone."
        />
      </div>
      <CheckboxField {...field('weekends')} label="Also on Saturdays and Sundays" />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...field('from')} label="From" type="time" required />
        <TextField {...field('to')} label="Until" type="time" required />
        <TextField {...field('length')} label="Minutes each" type="number" min={5} required />
        <TextField {...field('pause')} label="Minutes between" type="number" min={0} />
      </div>
      <p role="status" className="-mt-2 min-h-6 font-medium text-sm">
        {summary}
      </p>
      <SlotFields field={field} placeHint="Such as a room. Needed unless there is a link." />
    </FormDialog>
  )
}

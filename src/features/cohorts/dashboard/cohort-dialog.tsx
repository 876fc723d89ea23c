import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Cohort } from '../contract.ts'
import { cohortStatusOptions } from './cohort-status.tsx'

const blank = {
  name: '',
  short_description: '',
  status: 'upcoming' as Cohort['status'],
  start: '',
  end: '',
  deadline: '',
  limit: '' as number | '',
}

type CohortDialogProps = {
  /** The one to change; without it, a new one is made. */
  cohort?: Cohort
  onClose: () => void
}

/** Makes a cohort, or changes one. */
export function CohortDialog({ cohort, onClose }: CohortDialogProps) {
  const create = useWrite('cohorts.create')
  const update = useWrite('cohorts.update')
  const { id, total_registered: _, ...stored } = cohort ?? { id: undefined, total_registered: 0 }
  const values = { ...blank, ...stored, deadline: cohort?.deadline ?? '' }
  const form = useCallForm<typeof blank>(values, async (typed) => {
    const fields = { ...typed, limit: typed.limit === '' ? undefined : Number(typed.limit) }
    // What is missing the server names, field by field.
    if (id === undefined)
      await create.mutateAsync(fields as Parameters<typeof create.mutateAsync>[0])
    else await update.mutateAsync({ ...fields, id, status: keptStatus(typed.status) })
    notify({ type: 'success', message: `${typed.name} has been saved.` })
    onClose()
  })

  // An open cohort without a place left reads as full; saving something else about it must not make it so for good.
  function keptStatus(status: Cohort['status']) {
    return status === cohort?.status ? undefined : status
  }

  const field = (name: keyof typeof blank) => ({
    ...form.register(name),
    error: form.errorOf(name),
  })
  const isMoment = String(values.deadline).length > 10
  return (
    <FormDialog
      title={cohort ? `Edit ${cohort.name}` : 'New cohort'}
      submitLabel={cohort ? 'Save' : 'Create cohort'}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <TextField {...field('name')} label="Name" maxLength={120} required />
      <TextArea
        {...field('short_description')}
        label="Short description"
        hint="HTML such as <p> and <strong> may stand in it."
        rows={3}
        maxLength={5000}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('status')} label="Status" options={cohortStatusOptions} required />
        <TextField {...field('limit')} label="Limit" type="number" min={1} required />
        <TextField {...field('start')} label="Start" type="date" required />
        <TextField {...field('end')} label="End" type="date" required />
        <TextField
          {...field('deadline')}
          label="Deadline"
          hint="Includes its day, in Kigali time. Empty: the day before the start."
          type={isMoment ? 'text' : 'date'}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  )
}

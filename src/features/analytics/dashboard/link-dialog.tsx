import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { notify } from '#ui/feedback/notify.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { type LinkSection, linkNameMax, linkSections } from '../validation.ts'

export const sectionLabels: Record<LinkSection, string> = {
  visits: 'Visits by day',
  pages: 'Pages',
  sources: 'Sources and devices',
  reading: 'How pages are read',
  application: 'The application by cohort',
}

const usualDays = 30

type LinkDialogProps = { from: string; to: string; onClose: () => void }

/** Makes a link by which strangers see statistics. */
export function LinkDialog({ from, to, onClose }: LinkDialogProps) {
  const create = useWrite('analytics.createLink')
  const initial = {
    name: '',
    from,
    to,
    ends_on: localDay(new Date(Date.now() + usualDays * dayMs)),
    visits: true,
    pages: false,
    sources: false,
    reading: false,
    application: false,
  }
  const form = useCallForm(initial, async ({ name, from, to, ends_on, ...chosen }) => {
    const sections = linkSections.filter((section) => chosen[section])
    await create.mutateAsync({ name, from, to, ends_on, sections })
    notify({ type: 'success', message: `The link for ${name} is made.` })
    onClose()
  })
  return (
    <FormDialog
      title="Make a link"
      description="It shows sums alone, as they are when it is opened, and nobody guesses its address."
      submitLabel="Make link"
      {...form.dialog}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="What it is for"
        hint="It is the title of the page."
        maxLength={linkNameMax}
        required
      />
      <fieldset>
        <legend className="mb-2 font-semibold">What it shows</legend>
        <div className="grid gap-2">
          {linkSections.map((section) => (
            <CheckboxField
              key={section}
              {...form.register(section)}
              label={sectionLabels[section]}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('from')} type="date" label="From" required />
        <TextField {...form.field('to')} type="date" label="To" required />
      </div>
      <TextField {...form.field('ends_on')} type="date" label="Opens until" required />
    </FormDialog>
  )
}

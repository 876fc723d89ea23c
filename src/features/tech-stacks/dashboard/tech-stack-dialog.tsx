import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { TechStack } from '../contract.ts'

type Values = Record<Exclude<keyof TechStack, 'updated_at'>, string>

const blank: Values = {
  id: '',
  name: '',
  short_description: '',
  icon: '',
  description: '',
  prerequisites: '',
  references: '',
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type TechStackDialogProps = {
  /** The one to change; without it, a new one is made. */
  stack?: TechStack
  onClose: () => void
}

/** Makes a tech stack, or changes one. */
export function TechStackDialog({ stack, onClose }: TechStackDialogProps) {
  const create = useWrite('techStacks.create')
  const update = useWrite('techStacks.update')
  const { updated_at: _, ...stored } = stack ?? { updated_at: '' }
  const values = stack && {
    ...(stored as TechStack),
    prerequisites: stack.prerequisites.join('\n'),
    references: stack.references.join('\n'),
  }
  const form = useCallForm<Values>(values ?? blank, async (typed) => {
    const { id, prerequisites, references, ...texts } = typed
    const fields = {
      ...texts,
      prerequisites: linesOf(prerequisites),
      references: linesOf(references),
    }
    if (stack) await update.mutateAsync({ ...fields, id: stack.id })
    else await create.mutateAsync({ ...fields, id: id.trim() || undefined })
    notify({ type: 'success', message: `${typed.name} has been saved.` })
    onClose()
  })

  const field = (name: keyof Values) => ({ ...form.register(name), error: form.errorOf(name) })
  return (
    <FormDialog
      title={stack ? `Edit ${stack.name}` : 'New tech stack'}
      submitLabel={stack ? 'Save' : 'Create tech stack'}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <TextField {...field('name')} label="Name" maxLength={120} required />
      {!stack && (
        <TextField
          {...field('id')}
          label="Id"
          hint="Small letters, digits and hyphens. Made from the name when left empty; it stays for good."
          maxLength={60}
        />
      )}
      <TextField {...field('short_description')} label="Short description" maxLength={300} />
      <TextField
        {...field('icon')}
        label="Icon"
        hint="python, node-js, react or ux-ui, or the address of a picture."
        maxLength={300}
      />
      <TextArea {...field('description')} label="Description" rows={3} maxLength={2000} />
      <TextArea {...field('prerequisites')} label="Prerequisites" hint="One a line." rows={4} />
      <TextArea {...field('references')} label="References" hint="One a line." rows={4} />
    </FormDialog>
  )
}

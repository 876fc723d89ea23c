import { useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit-dialog.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import type { TechStack } from '../contract.ts'

export const techStackName = ({ name }: TechStack) => name

const valuesOf = (stack: TechStack | undefined) => ({
  id: '',
  name: stack?.name ?? '',
  short_description: stack?.short_description ?? '',
  icon: stack?.icon ?? '',
  description: stack?.description ?? '',
  prerequisites: stack?.prerequisites.join('\n') ?? '',
  references: stack?.references.join('\n') ?? '',
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type TechStackDialogProps = {
  /** The tech stack to edit; undefined creates a new one. */
  stack?: TechStack
  onClose: () => void
}

export function TechStackDialog({ stack, onClose }: TechStackDialogProps) {
  const create = useWrite('techStacks.create')
  const update = useWrite('techStacks.update')

  function save(typed: ReturnType<typeof valuesOf>, seen: TechStack | undefined) {
    const fields = {
      ...typed,
      prerequisites: linesOf(typed.prerequisites),
      references: linesOf(typed.references),
    }
    if (!seen) return create.mutateAsync({ ...fields, id: typed.id.trim() || undefined })
    return update.mutateAsync({ ...fields, id: seen.id, expected_updated_at: seen.updated_at })
  }

  return (
    <EditDialog
      noun="tech stack"
      row={stack}
      rowName={techStackName}
      {...{ valuesOf, save, onClose }}
    >
      {(field) => (
        <>
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
        </>
      )}
    </EditDialog>
  )
}

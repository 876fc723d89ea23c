import { EditDialog, type EditorProps } from '#client/resources/edit/edit-dialog.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
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

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  id: values.id.trim() || undefined,
  prerequisites: linesOf(values.prerequisites),
  references: linesOf(values.references),
})

export function TechStackDialog({ row, onClose }: EditorProps<TechStack>) {
  const save = useSave('techStacks', inputOf)
  return (
    <EditDialog
      noun="tech stack"
      savedBy="techStacks.update"
      rowName={techStackName}
      row={row}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={120} required />
          {!row && (
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

import type { SavedView } from '#features/views/contract.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useWrite } from '../../api/queries.ts'
import { EditDialog } from '../edit/edit-dialog.tsx'

type ViewDialogProps = {
  list: SavedView['list']
  /** What a new view keeps. */
  parameters: string
  /** The view to change; undefined for a new one. */
  view: SavedView | undefined
  onClose: () => void
  onCreated: (view: SavedView) => void
}

const valuesOf = (view: SavedView | undefined) => ({
  name: view?.name ?? '',
  is_shared: view?.is_shared ?? false,
  is_pinned: view?.is_pinned ?? true,
})

/** Names a view of a list, shares it and pins it. */
export function ViewDialog({ list, parameters, view, onClose, onCreated }: ViewDialogProps) {
  const create = useWrite('views.create')
  const update = useWrite('views.update')

  async function save(values: ReturnType<typeof valuesOf>, seen: SavedView | undefined) {
    if (seen) {
      const { id, updated_at: expected_updated_at } = seen
      return update.mutateAsync({ ...values, id, expected_updated_at })
    }
    const created = await create.mutateAsync({ ...values, list, parameters })
    onCreated(created)
    return created
  }

  return (
    <EditDialog
      noun="view"
      savedBy="views.update"
      row={view}
      rowName={({ name }) => `“${name}”`}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field) => (
        <>
          {!view && (
            <p className="text-muted text-sm">
              Keeps the filters, the search, the order, the columns and the rows per page.
            </p>
          )}
          <TextField {...field('name')} label="Name" maxLength={60} required />
          <CheckboxField
            {...field('is_pinned')}
            label="Pin it above the list"
            hint="For everybody who sees it."
          />
          <CheckboxField
            {...field('is_shared')}
            label="Share it with colleagues"
            hint="They can use it. You and administrators can change it."
          />
        </>
      )}
    </EditDialog>
  )
}

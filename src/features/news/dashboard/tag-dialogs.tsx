import { api } from '#client/api/client.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { NewsTag } from '../tags-contract.ts'

const tagLabel = ({ name }: NewsTag) => name

const lengthMax = 40

const valuesOf = (tag: NewsTag | undefined) => ({ name: tag?.name ?? '' })

type TagDialogProps = {
  /** The tag to rename; undefined makes a new one. */
  tag?: NewsTag
  onClose: () => void
  onRenamed?: (change: UndoableChange) => void
}

export function TagDialog({ tag, onClose, onRenamed }: TagDialogProps) {
  const create = useWrite('tags.create')
  const rename = useWrite('tags.rename')
  async function save({ name }: { name: string }, seen: NewsTag | undefined) {
    if (!seen) return create.mutateAsync({ name })
    const { id, name: before } = seen
    const renamed = await rename.mutateAsync({ id, name, expected_name: before })
    onRenamed?.({
      text: `${before} → ${renamed.name}`,
      async undo() {
        await rename.mutateAsync({ id, name: before, expected_name: renamed.name })
        return `The tag is called ${before} again.`
      },
    })
    return renamed
  }
  return (
    <EditDialog
      noun="tag"
      savedBy="tags.rename"
      row={tag}
      rowName={tagLabel}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field) => (
        <TextField
          {...field('name')}
          label="Name"
          hint={
            tag && tag.article_count > 0
              ? `It changes on ${pluralize(tag.article_count, 'article')}.`
              : undefined
          }
          maxLength={lengthMax}
          required
        />
      )}
    </EditDialog>
  )
}

const mostUsed = { page_size: 100, ordering: '-article_count' } as const

/** Gives the articles of a tag another one instead. */
export function MergeTagDialog({ tag, onClose }: { tag: NewsTag; onClose: () => void }) {
  const merge = useWrite('tags.merge')
  const others = useRead('tags.list', mostUsed).data?.results.filter(({ id }) => id !== tag.id)
  const form = useCallForm<{ into: string }>({ into: '' }, async ({ into }) => {
    const name = into.trim()
    const found = name
      ? (await api.tags.list({ search: name, page_size: 100 })).results.find(
          (other) => other.id !== tag.id && isSame(other.name, name),
        )
      : undefined
    if (!found) {
      const message = name ? 'There is no other tag of this name' : 'Please choose another tag'
      form.setError('into', { message }, { shouldFocus: true })
      return
    }
    await merge.mutateAsync({ id: tag.id, into: found.id })
    notify({ type: 'success', message: `${tag.name} has become ${found.name}.` })
    onClose()
  })
  return (
    <FormDialog
      title={`Merge ${tag.name}`}
      description={
        tag.article_count === 0
          ? `No article has it: ${tag.name} is deleted. This cannot be undone.`
          : `${pluralize(tag.article_count, 'article')} will have the other tag instead, and ${tag.name} is deleted. This cannot be undone.`
      }
      submitLabel="Merge"
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      <TextField
        {...form.field('into')}
        label="Into the tag"
        list="other-tags"
        maxLength={lengthMax}
        required
        autoComplete="off"
      />
      <datalist id="other-tags">
        {others?.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </FormDialog>
  )
}

/** Whether two names are the same but for case and accents, which tags do not differ in. */
const isSame = (one: string, other: string) =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0

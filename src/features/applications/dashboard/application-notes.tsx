import { type ReactNode, useId, useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { useNote } from '#client/resources/edit/use-note.ts'
import { DeleteDialog } from '#client/resources/undo/delete-dialog.tsx'
import { formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { ApplicationDetail } from '../contract.ts'
import type { ApplicationNote } from '../notes-contract.ts'
import { noteLengthMax } from '../validation.ts'
import { MentionField } from './mention-field.tsx'
import { MentioningText } from './mentioning-text.tsx'
import { useUnsavedNotes } from './unsaved-notes.ts'

const rowName = () => 'note'

/** What staff note about an applicant. @param children the form of a new one, where there is no other */
export function ApplicationNotes(props: {
  notes: readonly ApplicationNote[]
  children?: ReactNode
  /** The id of the heading that says whose they are, where several are shown. */
  ownerId?: string
}) {
  const { notes, children, ownerId = '' } = props
  const headingId = useId()
  const { id: own } = useUser()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; note: ApplicationNote }>()
  const update = useWrite('applicationNotes.update')
  const close = () => setOpen(undefined)
  if (notes.length === 0 && !children) return null
  return (
    <section
      aria-labelledby={`${headingId} ${ownerId}`}
      className="rounded bg-raised p-5 shadow-low"
    >
      <h2 id={headingId} className="mb-4 text-xl">
        Notes
      </h2>
      {notes.length > 0 && (
        <ol className="flex flex-col gap-4">
          {notes.map((note) => (
            <li key={note.id} className="border-line border-l-2 pl-4">
              <div className="flex flex-wrap items-center gap-x-3 text-sm">
                <p className="grow text-muted">
                  {note.by},{' '}
                  <time dateTime={note.created_at}>{formatDateTime(note.created_at)}</time>
                  {note.updated_at !== note.created_at && ', edited'}
                </p>
                {note.author === own && (
                  <span className="-mr-3 flex">
                    <Button
                      variant="quiet"
                      size="sm"
                      onClick={() => setOpen({ dialog: 'edit', note })}
                    >
                      Edit
                    </Button>
                    <Button
                      variant="quiet"
                      size="sm"
                      onClick={() => setOpen({ dialog: 'delete', note })}
                    >
                      Delete
                    </Button>
                  </span>
                )}
              </div>
              <p className="measure whitespace-pre-line wrap-anywhere">
                <MentioningText text={note.text} people={note.mentions} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {children}
      {open?.dialog === 'edit' && (
        <EditDialog
          noun="note"
          savedBy="applicationNotes.update"
          row={open.note}
          rowName={rowName}
          valuesOf={(note) => ({ text: note?.text ?? '' })}
          save={({ text }, seen) =>
            update.mutateAsync({
              id: open.note.id,
              text,
              expected_updated_at: seen?.updated_at,
            })
          }
          onClose={close}
        >
          {(field) => (
            <MentionField {...field('text')} label="Note" rows={5} maxLength={noteLengthMax} />
          )}
        </EditDialog>
      )}
      <DeleteDialog
        procedure="applicationNotes.delete"
        row={open?.dialog === 'delete' ? open.note : undefined}
        rowName={() => 'your note'}
        onClose={close}
      />
    </section>
  )
}

/** The form of a new note. What is typed is kept until it is saved. */
export function NewNote({ application: { id } }: { application: ApplicationDetail }) {
  const add = useWrite('applicationNotes.add')
  const { textOf, change } = useUnsavedNotes()
  const text = textOf(id)
  const save = (typed: string) => add.mutateAsync({ id, text: typed })
  const { submit, problem, isBusy } = useNote(text, save, (leftOf) => change(id, leftOf))

  return (
    <form
      noValidate
      onSubmit={submit}
      className="mt-5 flex flex-col items-start gap-3 first:mt-0 print:hidden"
    >
      <div className="w-full">
        <MentionField
          label="New note"
          hint="Only staff see it. @ mentions a colleague, Ctrl+Enter saves."
          rows={3}
          maxLength={noteLengthMax}
          value={text}
          onChange={({ target }) => change(id, () => target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
          }}
        />
      </div>
      <FormError>{problem}</FormError>
      <Button type="submit" size="sm" variant="secondary" isBusy={isBusy}>
        Add note
      </Button>
    </form>
  )
}

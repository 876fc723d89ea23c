import type { useNote } from '#client/resources/edit/use-note.ts'
import { formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import type { ContactDetail } from '../message-schemas.ts'
import { textLengthMax } from '../validation.ts'

type MessageNotesProps = {
  contact: ContactDetail
  /** What is typed. */
  text: string
  onType: (text: string) => void
  noting: ReturnType<typeof useNote>
}

/** What staff note about a message. Nobody else sees it. */
export function MessageNotes({ contact: { notes }, text, onType, noting }: MessageNotesProps) {
  const { submit, problem, isBusy } = noting
  return (
    <section aria-labelledby="notes" className="rounded bg-raised p-5 shadow-low">
      <h2 id="notes" className="mb-4 text-xl">
        Notes
      </h2>
      {notes.length > 0 && (
        <ol className="mb-5 flex flex-col gap-4">
          {notes.map((note) => (
            <li key={note.id} className="border-line border-l-2 pl-4">
              <p className="text-muted text-sm">
                <bdi>{note.by}</bdi>,{' '}
                <time dateTime={note.created_at}>{formatDateTime(note.created_at)}</time>
              </p>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {note.text}
              </p>
            </li>
          ))}
        </ol>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
        <TextArea
          label="New note"
          hint="Only staff see it."
          rows={3}
          maxLength={textLengthMax}
          value={text}
          onChange={({ target }) => onType(target.value)}
          className="w-full"
        />
        <FormError>{problem}</FormError>
        <Button type="submit" size="sm" variant="secondary" isBusy={isBusy}>
          Add note
        </Button>
      </form>
    </section>
  )
}

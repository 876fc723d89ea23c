import type { KeyboardEvent } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useUnsavedTexts } from '#client/resources/edit/unsaved-texts.ts'
import { useNote } from '#client/resources/edit/use-note.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { TextArea } from '#ui/forms/text-field.tsx'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import type { StaffComment } from '../moderation-contract.ts'

type ReplyFormProps = { comment: StaffComment; onClose: () => void }

/** Replies in the company's name, below the comment. What was typed stays when another row is opened. */
export function CompanyReplyForm({ comment, onClose }: ReplyFormProps) {
  const { id, status, name } = comment
  const answer = useWrite('comments.answer')
  const { textOf, change } = useUnsavedTexts('replies to comments')
  const isUnmounted = useIsUnmounted()
  const text = textOf(id)
  const send = (message: string) => answer.mutateAsync({ id, expected_status: status, message })
  const { submit, problem, isBusy } = useNote(text, send, (leftOf) => {
    change(id, leftOf)
    notify({ type: 'success', message: `Your reply to ${name} is on the site.` })
    // By now the form of another reply may be open.
    if (!isUnmounted.current) onClose()
  })
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }

  return (
    <form
      noValidate
      aria-label={`Reply to ${name}`}
      onSubmit={submit}
      onKeyDown={handleKey}
      className="grid gap-3"
    >
      <TextArea
        label={`Reply as ${company.name}`}
        hint="Everybody reads it below the comment, marked as our answer. Ctrl+Enter sends it, Escape closes."
        value={text}
        onChange={({ target }) => change(id, () => target.value)}
        error={problem}
        rows={3}
        maxLength={5000}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isBusy={isBusy} busyLabel="Posting...">
          {status === 'PENDING' ? 'Approve and reply' : 'Post reply'}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

import { type KeyboardEvent, useEffect } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useKeptState } from '#client/resources/use-kept-state.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import type { StaffComment } from '../moderation-contract.ts'

type ReplyFormProps = { comment: StaffComment; onClose: () => void }

const nothingTyped: Readonly<Record<number, string>> = {}

/** Replies in the company's name, below the comment. What was typed stays when another row is opened. */
export function CompanyReplyForm({ comment, onClose }: ReplyFormProps) {
  const { id, status, name } = comment
  const answer = useWrite('comments.answer')
  const [typed, setTyped] = useKeptState('replies to comments', nothingTyped)
  const keep = (message: string) => setTyped((now) => ({ ...now, [id]: message }))
  const form = useCallForm<{ message: string }>({ message: typed[id] ?? '' }, async (values) => {
    await answer.mutateAsync({ id, expected_status: status, ...values })
    keep('')
    notify({ type: 'success', message: `Your reply to ${name} is on the site.` })
    onClose()
  })
  const isFilled = Boolean(typed[id]?.trim())
  useEffect(() => {
    if (!isFilled) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isFilled])

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit()
  }

  const message = form.register('message', { onChange: ({ target }) => keep(target.value) })
  return (
    <form
      noValidate
      aria-label={`Reply to ${name}`}
      onSubmit={form.submit}
      onKeyDown={handleKey}
      className="grid gap-3"
    >
      <TextArea
        {...message}
        label={`Reply as ${company.name}`}
        hint="Everybody reads it below the comment, marked as our answer. Ctrl+Enter sends it, Escape closes."
        error={form.errorOf('message')}
        rows={3}
        maxLength={5000}
        autoFocus
      />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isBusy={form.isBusy} busyLabel="Posting...">
          {status === 'PENDING' ? 'Approve and reply' : 'Post reply'}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

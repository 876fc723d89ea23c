import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { parseApiError } from '#client/api/errors.ts'
import { isOutcomeUnknown, notDone } from '#client/api/outcome.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { Colleagues, PresenceLine } from '#client/resources/edit/presence.tsx'
import { StaleNotice } from '#client/resources/edit/stale-notice.tsx'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import type { ContactDetail } from '../message-schemas.ts'
import { fillTemplate, validateFilled } from '../reply-variables.ts'
import { contactStatusLabels, textLengthMax } from '../validation.ts'
import { useReplying } from './message-thread.tsx'
import type { useDraft } from './use-draft.ts'

type ReplyFormProps = { contact: ContactDetail; draft: ReturnType<typeof useDraft> }

/** Answers a message by email. What is typed is kept on the server. */
export function ReplyForm({ contact, draft }: ReplyFormProps) {
  const { name } = useUser()
  const field = useRef<HTMLTextAreaElement>(null)
  const [status, setStatus] = useState<'RESOLVED' | 'IN_PROGRESS'>('RESOLVED')
  const { send, forgetTry, isBusy, problem, error } = useReplySending({ contact, draft, status })

  /** Puts a template where the cursor is, which goes on behind it. */
  function insert(template: string) {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    const filled = fillTemplate(template, contact, name)
    const { text } = draft
    flushSync(() =>
      draft.setText(text.slice(0, selectionStart) + filled + text.slice(selectionEnd)),
    )
    const end = selectionStart + filled.length
    field.current?.setSelectionRange(end, end)
    // After the menu, which gives the focus back to its button.
    requestAnimationFrame(() => field.current?.focus())
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      noValidate
      aria-labelledby="reply"
      onSubmit={send}
      className="relative flex flex-col gap-4 rounded bg-raised p-5 shadow-low"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reply" className="text-xl">
          Reply
        </h2>
        <TemplateMenu onChoose={insert} />
      </div>
      <Replying contact={contact} />
      <TextArea
        ref={field}
        label={`To ${contact.email}`}
        hint={`Your name, ${company.name} and the message are added below. Ctrl+Enter sends.`}
        error={error}
        rows={9}
        maxLength={textLengthMax}
        value={draft.text}
        onChange={(event) => {
          draft.setText(event.target.value)
          forgetTry()
        }}
        onKeyDown={handleKey}
      />
      <DraftState draft={draft} />
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Then mark it as"
          options={[
            { value: 'RESOLVED', label: contactStatusLabels.RESOLVED },
            { value: 'IN_PROGRESS', label: contactStatusLabels.IN_PROGRESS },
          ]}
          value={status}
          onChange={({ target }) => setStatus(target.value as typeof status)}
          className="min-w-44"
        />
        <Button type="submit" isBusy={isBusy} className="min-h-12">
          Send reply
        </Button>
      </div>
    </form>
  )
}

type SendingOptions = ReplyFormProps & { status: 'RESOLVED' | 'IN_PROGRESS' }

const noneUnknown: ReadonlyMap<number, string> = new Map()

function useReplySending({ contact, draft, status }: SendingOptions) {
  const client = useQueryClient()
  const reply = useWrite('contact.reply')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<string>()
  const isUnmounted = useIsUnmounted()
  /**
   * By message, the version that a reply of unknown outcome answers. A later version may have come by that reply: to
   * answer it would send the email twice.
   */
  const [, setUnknown] = useKeptState('replies of unknown outcome', noneUnknown)
  const { id } = contact

  function keptVersion() {
    let version = contact.updated_at
    setUnknown((now) => {
      version = now.get(id) ?? version
      return new Map(now).set(id, version)
    })
    return version
  }

  const forgetVersion = () => setUnknown((now) => new Map([...now].filter(([of]) => of !== id)))

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const text = draft.text.trim()
    const missing = text === '' ? 'Please write something' : validateFilled(text)
    setError(missing)
    setProblem(undefined)
    if (missing) return
    setIsBusy(true)
    const { full_name } = contact
    const expected_updated_at = keptVersion()
    try {
      const sent = await draft.reply(() =>
        reply.mutateAsync({ id, text, status, expected_updated_at }),
      )
      forgetVersion()
      const message = sent.is_sending
        ? `Your reply to ${full_name} is on its way.`
        : `Your reply to ${full_name} waits in the outbox: no mail server is set up yet.`
      notify({ type: 'success', message })
    } catch (failure) {
      const { status: code, detail, fields } = parseApiError(failure)
      const hint = isOutcomeUnknown(failure) ? ': look at the message' : ''
      if (!hint) forgetVersion()
      if (code === 409) client.invalidateQueries({ queryKey: ['Contact'] })
      const textError = fields.text?.join(' ')
      if (isUnmounted.current) {
        const sent = `${notDone(failure, 'was not')} sent${hint}`
        const message = `Your reply to ${full_name} ${sent}. ${textError ?? detail}`
        notify({ type: 'error', message })
      }
      setError(textError)
      setProblem(textError ? undefined : detail)
    }
    setIsBusy(false)
  }
  return {
    send,
    /** Other words are another reply: what became of the first is seen in the thread. */
    forgetTry: () => {
      if (!isBusy) forgetVersion()
    },
    isBusy,
    problem,
    error,
  }
}

function TemplateMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { data } = useRead('replyTemplates.list', { page_size: 100 }, { staleTime: 60_000 })
  return (
    <Menu trigger="Templates" size="sm" variant="secondary">
      {data?.results.map(({ id, title, text }) => (
        <MenuItem key={id} onSelect={() => onChoose(text)}>
          {title}
        </MenuItem>
      ))}
      {data && data.results.length > 0 && <MenuSeparator />}
      <MenuLink to="/dashboard/messages/templates">Edit templates</MenuLink>
    </Menu>
  )
}

/** Tells of colleagues who are replying now, or have replied since this page was opened, where it moves nothing. */
function Replying({ contact: { id, replies } }: { contact: ContactDetail }) {
  const names = useReplying(id)
  const [seen] = useState(replies.at(-1)?.id ?? 0)
  const news = replies.filter((reply) => reply.id > seen && !reply.by_me).at(-1)
  return (
    <div role="status" className="absolute inset-x-5 -top-3">
      {news && names.length === 0 ? (
        <PresenceLine tone="info">{`${news.by} has replied: see above.`}</PresenceLine>
      ) : (
        <Colleagues names={names} doing="replying" />
      )}
    </div>
  )
}

function DraftState({ draft }: Pick<ReplyFormProps, 'draft'>) {
  const { text, isUnsaved, problem, conflict } = draft
  if (conflict) {
    return (
      <FormError>
        <StaleNotice {...conflict} />
      </FormError>
    )
  }
  if (problem) return <FormError>The draft is not saved. {problem}</FormError>
  if (text === '') return null
  return <p className="-mt-2 text-muted text-sm">{isUnsaved ? 'Saving...' : 'Draft saved'}</p>
}

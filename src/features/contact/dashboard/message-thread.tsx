import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRead } from '#client/api/queries.ts'
import { lookEveryMs } from '#client/resources/edit/presence.tsx'
import { formatDateTime } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import type { Answer, ContactDetail, Reply } from '../message-schemas.ts'
import type { ReplyOutcome } from '../validation.ts'

const outcomeLooks: StatusLooks<ReplyOutcome> = {
  WAITING: { label: 'Waiting to be sent', tone: 'info' },
  SENT: { label: 'Sent', tone: 'success' },
  FAILED: { label: 'Not sent', tone: 'error' },
}

type MessageThreadProps = {
  contact: ContactDetail
  /** Puts the text of a failed reply into the form; undefined while something is typed there. */
  onUseAgain: ((text: string) => void) | undefined
}

/** What the visitor has written, and our replies. */
export function MessageThread({ contact, onUseAgain }: MessageThreadProps) {
  const { full_name, message, created_at, is_sending } = contact
  const entries = [
    ...contact.replies.map((reply) => ({ at: reply.created_at, reply, answer: null })),
    ...contact.answers.map((answer) => ({ at: answer.created_at, answer, reply: null })),
  ].sort((a, b) => a.at.localeCompare(b.at))
  return (
    <section aria-labelledby="thread" className="rounded bg-raised p-5 shadow-low">
      <h2 id="thread" className="sr-only">
        Message and replies
      </h2>
      <ol className="flex flex-col gap-6">
        <ThreadEntry by={full_name} at={created_at} text={message} />
        {entries.map(({ answer, reply }) =>
          answer ? (
            <AnswerEntry key={`answer ${answer.id}`} answer={answer} by={full_name} />
          ) : (
            <ThreadEntry
              key={reply.id}
              by={reply.by}
              at={reply.created_at}
              text={reply.text}
              isOurs
            >
              <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <StatusBadge looks={outcomeLooks} status={reply.outcome} />
                <span className="wrap-anywhere text-muted">{outcomeText(reply, is_sending)}</span>
                {reply.outcome === 'FAILED' && onUseAgain && (
                  <Button size="sm" variant="quiet" onClick={() => onUseAgain(reply.text)}>
                    Write it again
                  </Button>
                )}
              </div>
            </ThreadEntry>
          ),
        )}
      </ol>
    </section>
  )
}

/** What the visitor has answered by email. */
function AnswerEntry({ answer, by }: { answer: Answer; by: string }) {
  const { text, quoted, email, attachments, is_automatic, is_cut, is_doubtful, created_at } = answer
  const left = [
    attachments.length > 0 &&
      `Not taken over, and still in the mailbox: ${attachments.join(', ')}.`,
    is_cut && 'This email is longer: the rest is in the mailbox.',
  ].filter(Boolean)
  return (
    <ThreadEntry by={by} at={created_at} text={text || '(without text)'}>
      <div className="mt-2 flex flex-col items-start gap-2 text-sm">
        {is_automatic && <Badge tone="neutral">Automatic answer</Badge>}
        {email && (
          <p className="text-warning">
            Sent from another address: <EmailText address={email} />
          </p>
        )}
        {is_doubtful ? (
          <p className="text-warning">
            The mail server found that it is not from the address that it names: it may be forged.
          </p>
        ) : (
          <p className="text-muted">Came by email, which does not prove its sender.</p>
        )}
        {left.map((note) => (
          <p key={String(note)} className="wrap-anywhere text-muted">
            {note}
          </p>
        ))}
        {quoted && (
          <details>
            <summary className="cursor-pointer py-1 text-muted">What it quotes</summary>
            <p dir="auto" className="measure mt-1 whitespace-pre-line wrap-anywhere text-muted">
              {quoted}
            </p>
          </details>
        )}
      </div>
    </ThreadEntry>
  )
}

function outcomeText({ outcome, sent_at, error }: Reply, isSending: boolean) {
  if (outcome === 'SENT') return sent_at && `Taken by the mail server on ${formatDateTime(sent_at)}`
  if (outcome === 'FAILED') return error || 'It was given up.'
  if (!isSending) return 'No mail server is set up yet.'
  return error && `It is tried again. Last time: ${error}`
}

type ThreadEntryProps = {
  by: string
  at: string
  text: string
  isOurs?: boolean
  children?: ReactNode
}

function ThreadEntry({ by, at, text, isOurs = false, children }: ThreadEntryProps) {
  return (
    <li className={isOurs ? 'border-primary border-l-4 pl-4' : 'border-line border-l-4 pl-4'}>
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
        <span className="wrap-anywhere font-semibold text-base text-text">{by}</span>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <p dir="auto" className="measure mt-1 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {children}
    </li>
  )
}

/** Who else is replying now. Loads the thread again when it has changed. */
export function useReplying(id: number) {
  const client = useQueryClient()
  const { data } = useRead('contact.activity', { id }, { refetchInterval: lookEveryMs })
  const seen = useRef<string>(undefined)
  const version = data?.version
  useEffect(() => {
    if (version === undefined) return
    if (seen.current !== undefined && seen.current !== version) {
      client.invalidateQueries({ queryKey: ['Contact'] })
    }
    seen.current = version
  }, [client, version])
  return data?.replying ?? []
}

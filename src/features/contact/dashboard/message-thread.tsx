import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRead } from '#client/api/queries.ts'
import { lookEveryMs } from '#client/resources/presence.tsx'
import { formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import type { ContactDetail, Reply } from '../message-schemas.ts'
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
  const { full_name, message, created_at, replies, is_sending } = contact
  return (
    <section aria-labelledby="thread" className="rounded bg-raised p-5 shadow-low">
      <h2 id="thread" className="sr-only">
        Message and replies
      </h2>
      <ol className="flex flex-col gap-6">
        <ThreadEntry by={full_name} at={created_at} text={message} />
        {replies.map((reply) => (
          <ThreadEntry key={reply.id} by={reply.by} at={reply.created_at} text={reply.text} isOurs>
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
        ))}
      </ol>
    </section>
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
      <p className="measure mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
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

import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'

type Waiting = { count: number; oldest_at: string }

/** Emails are late once they wait for longer than this. */
const lateMs = 30 * 60 * 1000

/** How many emails wait to be sent, and since when. */
export const waitingText = ({ count, oldest_at }: Waiting) =>
  `${pluralize(count, 'email')} ${count === 1 ? 'waits' : 'wait'} to be sent, the oldest since ${formatDateTime(oldest_at)}.`

/** Tells administrators that emails are late, where they begin their day. */
export function LateEmails() {
  const { data } = useRead('outbox.list', { page_size: 1 })
  const { count = 0, oldest_at = null } = data?.waiting ?? {}
  if (!data?.is_sending || oldest_at === null) return null
  if (Date.now() - Date.parse(oldest_at) < lateMs) return null
  return (
    <p role="status" className="rounded bg-warning-soft px-4 py-3 text-sm text-warning">
      {waitingText({ count, oldest_at })} The mail server is away or slow; they are sent as soon as
      it takes them.{' '}
      <Link to="/dashboard/outbox?status=WAITING" className="underline underline-offset-4">
        See why
      </Link>
    </p>
  )
}

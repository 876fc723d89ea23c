import { formatDateTime } from '#shared/format.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { EmailText } from '#ui/email-text.tsx'
import type { EmailRow } from '../contract.ts'
import type { EmailStatus } from '../validation.ts'

export const statusLabels: Record<EmailStatus, string> = {
  WAITING: 'Waiting',
  SENT: 'Sent',
  FAILED: 'Given up',
}
const tones: Record<EmailStatus, BadgeTone> = {
  WAITING: 'info',
  SENT: 'success',
  FAILED: 'error',
}

/** The columns of the list. @param onOpen what a press on an email's subject does */
export const emailColumns = (onOpen: (email: EmailRow) => void): DataColumn<EmailRow>[] => [
  {
    id: 'subject',
    header: 'Email',
    isMain: true,
    className: 'min-w-58 max-w-96',
    cell: (email) => (
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onOpen(email)}
          className="min-h-6 text-left font-semibold underline-offset-4 hover:underline"
        >
          {email.subject}
        </button>
        <p className="line-clamp-2 text-muted text-xs">
          <EmailText address={email.recipient} />
        </p>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={tones[status]}>{statusLabels[status]}</Badge>,
  },
  { id: 'attempts', header: 'Tries', cell: ({ attempts }) => attempts },
  {
    id: 'last_error',
    header: 'Last error',
    className: 'max-w-72',
    cell: ({ last_error }) =>
      last_error ? <span className="line-clamp-2">{last_error}</span> : '–',
  },
  {
    id: 'next_try_at',
    header: 'Next try',
    className: 'whitespace-nowrap',
    isHiddenAtFirst: true,
    cell: ({ next_try_at }) => (next_try_at ? formatDateTime(next_try_at) : '–'),
  },
  {
    id: 'sent_at',
    header: 'Sent',
    className: 'whitespace-nowrap',
    cell: ({ sent_at }) => (sent_at ? formatDateTime(sent_at) : '–'),
  },
  {
    id: 'created_at',
    header: 'Written',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
]

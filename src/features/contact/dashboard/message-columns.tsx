import { formatDateTime } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn, phoneColumn } from '#ui/data-table/contact-columns.tsx'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Contact } from '../message-schemas.ts'
import { contactStatusLooks } from './message-status.ts'
import { ReplyClock } from './reply-clock.tsx'

/** The columns of the list. @param search the list's query string, which the links keep */
export const messageColumns = (search: string): DataColumn<Contact>[] => [
  {
    id: 'full_name',
    header: 'From',
    ordering: 'full_name',
    isMain: true,
    className: 'min-w-56 max-w-96',
    cell: (contact) => (
      <MainCell
        name={contact.full_name}
        text={
          <>
            {!contact.is_read && <UnreadMark />}
            {contact.subject}
          </>
        }
        to={`/dashboard/messages/${contact.id}${search}`}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge looks={contactStatusLooks} status={status} />,
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: ({ answer_due_at, answered_at }) =>
      answer_due_at ? (
        <ReplyClock due={answer_due_at} />
      ) : (
        <span className="text-muted">{answered_at ? 'Answered' : '–'}</span>
      ),
  },
  {
    id: 'owner',
    header: 'Owner',
    className: 'sm:min-w-28 sm:max-w-52',
    cell: ({ owner }) => owner?.name ?? <span className="text-muted">Nobody</span>,
  },
  timeColumn('created_at', 'Received', formatDateTime, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  emailColumn(),
  phoneColumn(({ phone }) => phone),
  {
    id: 'message',
    header: 'Message',
    className: 'min-w-64 max-w-96',
    isHiddenAtFirst: true,
    cell: ({ message }) => (
      <span dir="auto" className="line-clamp-2">
        {message}
      </span>
    ),
  },
]

const UnreadMark = () => (
  <span className="mr-1.5 inline-block size-2.5 rounded-full bg-accent">
    <span className="sr-only">Unread: </span>
  </span>
)

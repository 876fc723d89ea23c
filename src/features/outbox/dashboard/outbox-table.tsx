import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { SuppressionNote, useLift } from '#client/resources/emails/suppression.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choiceFilter, textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { StatusBadge, type StatusLooks, statusLabels } from '#ui/status-badge.tsx'
import type { EmailRow } from '../contract.ts'
import type { EmailStatus } from '../validation.ts'
import { EmailDialog } from './email-dialog.tsx'
import { errorOf } from './email-error.ts'
import { waitingText } from './waiting-emails.tsx'

const emailStatusLooks: StatusLooks<EmailStatus> = {
  WAITING: { label: 'Waiting', tone: 'info' },
  SENT: { label: 'Sent', tone: 'success' },
  BOUNCED: { label: 'Came back', tone: 'error' },
  WITHHELD: { label: 'Withheld', tone: 'neutral' },
  FAILED: { label: 'Given up', tone: 'error' },
}

const listSpec = {
  filters: {
    search: textFilter('Search emails'),
    status: choiceFilter('Status', 'Any status', statusLabels(emailStatusLooks)),
  },
}

const emailName = ({ subject, recipient }: EmailRow) => `${subject} to ${recipient}`

/** All emails: waiting, sent and failed. */
export function OutboxTable() {
  const list = useResourceList('outbox.list', listSpec)
  const retry = useNotifiedWrite('outbox.retry')
  const retryFailed = useNotifiedWrite('outbox.retryFailed')
  const isSending = list.page?.is_sending
  const waiting = list.page?.waiting
  const liftOf = useLift()
  const mayRetry = ({ sent_at }: EmailRow) => isSending === true && sent_at === null
  const tryAgain = ({ id }: EmailRow) => retry({ id }, () => 'The email is tried again now.')
  const tryAllAgain = () =>
    retryFailed(undefined, ({ retried }) =>
      retried === 0
        ? 'No email has been given up.'
        : `${pluralize(retried, 'email')} will be tried again now.`,
    )

  return (
    <ResourcePage
      title="Outbox"
      plural="emails"
      views="emails"
      list={list}
      columns={emailColumns}
      actions={
        isSending !== false && (
          // It has its place before it is known: it would push the buttons beside it away under a press.
          <Button
            size="sm"
            variant="secondary"
            onClick={() => void tryAllAgain()}
            className={isSending === undefined ? 'invisible' : undefined}
          >
            Try all given up again
          </Button>
        )
      }
      rowName={emailName}
      above={
        <>
          {isSending === false && (
            <p className="mb-4 rounded bg-info-soft px-4 py-3 text-info text-sm">
              No mail server is configured, so emails wait here. They are sent once SMTP_URL names
              one.
            </p>
          )}
          {waiting?.oldest_at && (
            <p className="mb-4 rounded bg-sand px-4 py-3 text-sm">
              {waitingText({ ...waiting, oldest_at: waiting.oldest_at })}
            </p>
          )}
        </>
      }
      emptyText="What the site writes to people appears here."
      dialog={{
        label: 'Read',
        render: (email, close) => (
          <EmailDialog
            email={email}
            onClose={close}
            onRetry={
              mayRetry(email)
                ? () => {
                    close()
                    void tryAgain(email)
                  }
                : undefined
            }
          />
        ),
      }}
      rowMenu={(email) => (
        <>
          {mayRetry(email) && (
            <MenuItem onSelect={() => void tryAgain(email)}>Try again now</MenuItem>
          )}
          {liftOf(email.recipient, email.suppression)}
        </>
      )}
    />
  )
}

const emailColumns = (onOpen: (email: EmailRow) => void): DataColumn<EmailRow>[] => [
  {
    id: 'subject',
    header: 'Email',
    isMain: true,
    className: 'min-w-58 max-w-96',
    cell: (email) => (
      <MainCell
        name={email.subject}
        text={<EmailText address={email.recipient} />}
        onOpen={() => onOpen(email)}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'max-w-64',
    cell: ({ status, suppression }) => (
      <>
        <StatusBadge looks={emailStatusLooks} status={status} />
        <SuppressionNote suppression={suppression} />
      </>
    ),
  },
  { id: 'attempts', header: 'Tries', cell: ({ attempts }) => attempts },
  {
    id: 'last_error',
    header: 'Last error',
    className: 'max-w-72',
    cell: (email) =>
      errorOf(email) ? <span className="line-clamp-2">{errorOf(email)}</span> : '–',
  },
  timeColumn('next_try_at', 'Next try', formatDateTime, { isHiddenAtFirst: true }),
  timeColumn('sent_at', 'Sent', formatDateTime),
  timeColumn('created_at', 'Written', formatDateTime),
]

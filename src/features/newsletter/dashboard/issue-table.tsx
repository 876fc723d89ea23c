import { useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { formatLocalDate, pluralize } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choiceFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Plus } from '#ui/icons.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { StatusBadge, type StatusLooks, statusLabels } from '#ui/status-badge.tsx'
import type { IssueRow } from '../issues-contract.ts'
import { type IssueStatus, issueName } from '../validation.ts'
import { IssuePreview } from './issue-preview.tsx'

const statusLooks: StatusLooks<IssueStatus> = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  SENDING: { label: 'Being sent', tone: 'info' },
  PAUSED: { label: 'Paused', tone: 'warning' },
  SENT: { label: 'Sent', tone: 'success' },
  STOPPED: { label: 'Stopped', tone: 'error' },
}

const listSpec = {
  filters: { status: choiceFilter('Status', 'Any status', statusLabels(statusLooks)) },
}

/** How often the progress of an issue is read. */
const refetchMs = 5_000

type Asked = { question: 'send' | 'stop'; issue: IssueRow }

/** The issues of the newsletter: written, sent and on their way. */
export function IssueTable() {
  const list = useResourceList('newsletterIssues.list', listSpec, refetchMs)
  const { search } = list.listUrl
  const pathOf = ({ id }: IssueRow) => `/dashboard/newsletter/issues/${id}${search}`
  const [asked, setAsked] = useState<Asked>()
  const [previewed, setPreviewed] = useState<IssueRow>()
  const send = useWrite('newsletterIssues.send')
  const stop = useWrite('newsletterIssues.steer')
  const steer = useNotifiedWrite('newsletterIssues.steer')
  const test = useNotifiedWrite('newsletterIssues.test')

  async function confirm() {
    if (!asked) return
    const { id, updated_at: expected_updated_at } = asked.issue
    let message = 'The sending is stopped for good.'
    if (asked.question === 'stop') await stop.mutateAsync({ id, move: 'stop' })
    else {
      const { recipients } = await send.mutateAsync({ id, expected_updated_at })
      message = `The issue is being sent to ${pluralize(recipients, 'confirmed subscriber')}.`
    }
    notify({ type: 'success', message })
  }

  const menuOf = (issue: IssueRow) => {
    const { id, status } = issue
    return (
      <>
        {status === 'DRAFT' && <MenuLink to={pathOf(issue)}>Edit</MenuLink>}
        <MenuItem onSelect={() => setPreviewed(issue)}>Preview</MenuItem>
        <MenuItem
          onSelect={() =>
            void test({ id }, ({ recipient }) => `A test is on its way to ${recipient}.`)
          }
        >
          Send me a test
        </MenuItem>
        {status === 'DRAFT' && (
          <MenuItem onSelect={() => setAsked({ question: 'send', issue })}>
            Send to all subscribers
          </MenuItem>
        )}
        {status === 'SENDING' && (
          <MenuItem
            onSelect={() =>
              void steer({ id, move: 'pause' }, ({ waiting }) =>
                waiting === 0
                  ? 'The sending is paused.'
                  : `The sending is paused. ${pluralize(waiting, 'email')} that wait in the outbox still go.`,
              )
            }
          >
            Pause
          </MenuItem>
        )}
        {status === 'PAUSED' && (
          <MenuItem
            onSelect={() => void steer({ id, move: 'resume' }, () => 'The sending goes on.')}
          >
            Resume
          </MenuItem>
        )}
        {(status === 'SENDING' || status === 'PAUSED') && (
          <MenuItem onSelect={() => setAsked({ question: 'stop', issue })} isDanger>
            Stop for good
          </MenuItem>
        )}
      </>
    )
  }

  const isStop = asked?.question === 'stop'
  const recipients = pluralize(asked?.issue.recipients ?? 0, 'confirmed subscriber')
  return (
    <>
      <nav aria-label="Newsletter" className="mb-4">
        <BackLink to="/dashboard/newsletter" />
      </nav>
      <ResourcePage
        title="Issues of the newsletter"
        text="Each goes to every confirmed subscriber once. Whether they open it is not tracked."
        plural="issues"
        list={list}
        columns={() => issueColumns(pathOf, setPreviewed)}
        rowName={issueName}
        emptyText="'New issue' begins one: write a few words, and choose articles to follow them."
        actions={
          <ButtonLink size="sm" to={`/dashboard/newsletter/issues/new${search}`}>
            <Plus aria-hidden="true" className="size-4" />
            New issue
          </ButtonLink>
        }
        rowMenu={menuOf}
        deletion={{
          procedure: 'newsletterIssues.delete',
          isOffered: ({ status }) => status === 'DRAFT',
        }}
        below={
          <>
            {previewed && (
              <IssuePreview issue={previewed} onClose={() => setPreviewed(undefined)} />
            )}
            <ConfirmDialog
              isOpen={asked !== undefined}
              onClose={() => setAsked(undefined)}
              title={isStop ? 'Stop the sending for good?' : `Send to ${recipients}?`}
              text={
                isStop
                  ? 'Who has got it has it; nobody else gets it, and it cannot be sent again.'
                  : 'From now on it cannot be changed. You can pause or stop while it is being sent.'
              }
              confirmLabel={isStop ? 'Stop' : 'Send'}
              isDanger={isStop}
              onConfirm={confirm}
            />
          </>
        }
      />
    </>
  )
}

const issueColumns = (
  pathOf: (issue: IssueRow) => string,
  onPreview: (issue: IssueRow) => void,
): DataColumn<IssueRow>[] => [
  {
    id: 'subject',
    header: 'Issue',
    isMain: true,
    className: 'min-w-64 max-w-96',
    cell: (issue) => (
      <MainCell
        name={issue.subject}
        {...(issue.status === 'DRAFT' ? { to: pathOf(issue) } : { onOpen: () => onPreview(issue) })}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge looks={statusLooks} status={status} />,
  },
  { id: 'progress', header: 'Progress', className: 'min-w-48 tabular-nums', cell: progressOf },
  timeColumn('started_at', 'Sent from', formatLocalDate, { className: 'tabular-nums' }),
  { id: 'by', header: 'By', cell: ({ started_by }) => started_by },
]

function progressOf({ status, recipients, sent, waiting, failed, withheld }: IssueRow) {
  if (status === 'DRAFT') return `for ${pluralize(recipients, 'subscriber')}`
  const others = [
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} given up`,
    withheld > 0 && `${withheld} withheld`,
  ].filter(Boolean)
  return (
    <>
      {`${sent} of ${recipients} sent`}
      {others.length > 0 && <span className="block text-muted text-xs">{others.join(', ')}</span>}
    </>
  )
}

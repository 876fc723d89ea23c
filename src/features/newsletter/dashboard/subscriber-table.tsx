import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { useWrite } from '#client/api/queries.ts'
import { SuppressionNote, useLift } from '#client/resources/emails/suppression.tsx'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { formatDate, formatLocalDate } from '#shared/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choiceFilter, dayFilter, textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import type { Subscriber } from '../contract.ts'
import { type SubscriberStatus, subscriberOrders, subscriberStatusLabels } from '../validation.ts'
import { SubscriberDialog, subscriberName } from './subscriber-dialog.tsx'
import { SubscriberImportDialog } from './subscriber-import-dialog.tsx'

const statusLooks: StatusLooks<SubscriberStatus> = {
  ACTIVE: { label: subscriberStatusLabels.ACTIVE, tone: 'success' },
  UNCONFIRMED: { label: subscriberStatusLabels.UNCONFIRMED, tone: 'warning' },
  UNSUBSCRIBED: { label: subscriberStatusLabels.UNSUBSCRIBED, tone: 'neutral' },
}

const listSpec = {
  filters: {
    search: textFilter('Search subscribers'),
    status: choiceFilter('Status', 'Any status', subscriberStatusLabels),
    is_suppressed: choiceFilter('Emails', 'Whether or not they arrive', {
      false: 'Gets emails',
      true: 'Gets no emails',
    }),
    created_from: dayFilter('Subscribed from'),
    created_to: dayFilter('Subscribed until'),
  },
  orders: subscriberOrders,
  defaultOrdering: '-created_at',
}

/** Everybody who gets the newsletter or has left it. */
export function SubscriberTable() {
  const list = useResourceList('newsletter.list', listSpec)
  const [isImporting, setIsImporting] = useState(false)
  const [leaving, setLeaving] = useState<Subscriber>()
  const update = useWrite('newsletter.update')
  const liftOf = useLift()

  async function unsubscribe() {
    if (!leaving) return
    const { id, email, updated_at: expected_updated_at } = leaving
    await update.mutateAsync({ id, status: 'UNSUBSCRIBED', expected_updated_at })
    notify({ type: 'success', message: `${email} is unsubscribed.` })
  }

  return (
    <ResourcePage
      title="Newsletter"
      text="Everybody who gets the newsletter, who has not confirmed it yet, and who has left it."
      plural="subscribers"
      views="subscribers"
      list={list}
      columns={subscriberColumns}
      rowName={subscriberName}
      emptyText="Who subscribes on the site appears here."
      create={{
        label: 'Add subscriber',
        render: (close) => <SubscriberDialog onClose={close} />,
      }}
      dialog={{
        label: 'Edit',
        render: (subscriber, close) => <SubscriberDialog subscriber={subscriber} onClose={close} />,
      }}
      deletion={{
        procedure: 'newsletter.delete',
        text: 'Then nothing says that it must not be written to: a later import could add it again. To rule that out, unsubscribe it instead.',
      }}
      rowMenu={(subscriber) => (
        <>
          {subscriber.status !== 'UNSUBSCRIBED' && (
            <MenuItem onSelect={() => setLeaving(subscriber)}>Unsubscribe</MenuItem>
          )}
          {liftOf(subscriber.email, subscriber.suppression)}
        </>
      )}
      actions={
        <>
          <ButtonLink to="/dashboard/newsletter/issues" size="sm" variant="secondary">
            Issues
          </ButtonLink>
          <ExportMenu
            plural="subscribers"
            fetchFile={(format) =>
              api.newsletter.export({
                query: { format },
                body: { filters: list.filters, ordering: list.ordering },
              })
            }
          />
          <Button size="sm" variant="secondary" onClick={() => setIsImporting(true)}>
            Import
          </Button>
        </>
      }
      below={
        <>
          {isImporting && <SubscriberImportDialog onClose={() => setIsImporting(false)} />}
          <ConfirmDialog
            isOpen={leaving !== undefined}
            onClose={() => setLeaving(undefined)}
            title={`Unsubscribe ${leaving?.email}?`}
            text="They get the newsletter no longer. Only they themselves can subscribe again, by a link in our emails."
            confirmLabel="Unsubscribe"
            isDanger
            onConfirm={unsubscribe}
          />
        </>
      }
    />
  )
}

const subscriberColumns = (onOpen: (subscriber: Subscriber) => void): DataColumn<Subscriber>[] => [
  {
    id: 'email',
    header: 'Email',
    ordering: 'email',
    isMain: true,
    className: 'min-w-64 max-w-96',
    cell: (subscriber) => (
      <MainCell name={<EmailText address={subscriber.email} />} onOpen={() => onOpen(subscriber)} />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'max-w-64',
    cell: ({ status, suppression }) => (
      <>
        <StatusBadge looks={statusLooks} status={status} />
        <SuppressionNote suppression={suppression} />
      </>
    ),
  },
  timeColumn('created_at', 'Since', formatLocalDate, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  { id: 'consent', header: 'Consent', className: 'min-w-48 max-w-80', cell: consentOf },
  timeColumn('confirmed_at', 'Confirmed', formatLocalDate, { className: 'tabular-nums' }),
  timeColumn('unsubscribed_at', 'Left', formatLocalDate, { className: 'tabular-nums' }),
]

/** How they consented to get the newsletter. */
function consentOf({ consent_place, consent_day, consent_by, consent_version }: Subscriber) {
  if (!consent_by) {
    return consent_version
      ? `On the site, to the privacy page of ${formatDate(consent_version)}`
      : 'On the site'
  }
  if (!consent_day) return `Added by ${consent_by}`
  return (
    <>
      {consent_place}, {formatDate(consent_day)}
      <span className="block text-muted text-xs">Imported by {consent_by}</span>
    </>
  )
}

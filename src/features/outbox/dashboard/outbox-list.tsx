import { keepPreviousData } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { EmailRow } from '../contract.ts'
import { emailStatuses } from '../validation.ts'
import { emailColumns, statusLabels } from './email-columns.tsx'
import { EmailDialog } from './email-dialog.tsx'

const filterNames = ['status'] as const

/** Every email that the site has written: what has gone, what waits, and what could not be sent. */
export function OutboxList() {
  const address = useListAddress()
  const list = useRead(
    'outbox.list',
    {
      search: address.get('search').slice(0, 200),
      status: address.oneOf('status', emailStatuses),
      page: address.page,
      page_size: address.pageSize,
    },
    { placeholderData: keepPreviousData },
  )
  const retry = useWrite('outbox.retry')
  const [open, setOpen] = useState<EmailRow>()
  const columns = useMemo(() => emailColumns(setOpen), [])

  const mayRetry = ({ status }: EmailRow) => list.data?.is_sending === true && status !== 'SENT'

  async function tryAgain({ id }: EmailRow) {
    setOpen(undefined)
    try {
      await retry.mutateAsync({ id })
      notify({ type: 'success', message: 'The email is tried again now.' })
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    }
  }

  return (
    <>
      <PageHeading title="Outbox" />
      {list.data?.is_sending === false && (
        <p className="mb-6 rounded bg-info-soft px-4 py-3 text-info text-sm">
          No mail server is configured, so emails wait here. They are sent once SMTP_URL names one.
        </p>
      )}
      <ResourceList
        label="Emails"
        noun="emails"
        address={address}
        columns={columns}
        page={list.data}
        isStale={list.isPlaceholderData}
        problem={list.error ? parseApiError(list.error).detail : undefined}
        onRetry={list.refetch}
        rowId={({ id }) => id}
        rowName={({ subject, recipient }) => `${subject} to ${recipient}`}
        filterNames={filterNames}
        filters={
          <SelectField
            label="Status"
            placeholder="Any status"
            options={emailStatuses.map((value) => ({ value, label: statusLabels[value] }))}
            value={address.get('status')}
            onChange={(event) => address.set({ status: event.target.value })}
          />
        }
        emptyText="What the site writes to people appears here."
        rowMenu={(email) => (
          <Menu
            size="icon"
            triggerLabel={`Actions for ${email.subject} to ${email.recipient}`}
            trigger={<Ellipsis aria-hidden="true" className="size-5" />}
          >
            <MenuItem onSelect={() => setOpen(email)}>Read</MenuItem>
            {mayRetry(email) && (
              <MenuItem onSelect={() => void tryAgain(email)}>Try again now</MenuItem>
            )}
          </Menu>
        )}
      />
      {open && (
        <EmailDialog
          email={open}
          onClose={() => setOpen(undefined)}
          onRetry={mayRetry(open) ? () => tryAgain(open) : undefined}
        />
      )}
    </>
  )
}

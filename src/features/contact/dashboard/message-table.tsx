import { api } from '#client/api/client.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { RecentBatchesLink } from '#client/resources/batch/recent-batches-link.tsx'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useListSelection } from '#client/resources/list/use-list-selection.ts'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import type { ShowChange, UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { isLastOf, useKeptUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { statusOptions } from '#ui/status-badge.tsx'
import { MessageBatchBar } from './message-batch-bar.tsx'
import { messageColumns } from './message-columns.tsx'
import { messageListSpec } from './message-list-spec.ts'
import { contactStatusLooks, messageDeletion, messageName } from './message-status.ts'
import { useMessageChanges } from './use-message-changes.ts'

/** The inbox: all messages that visitors have sent. */
export function MessageTable() {
  const list = useResourceList('contact.list', messageListSpec)
  const { filters, ordering, listUrl } = list
  const selection = useListSelection(list, list.page?.results, list.fresh)
  const [change, setChange] = useKeptState<UndoableChange | undefined>('message change', undefined)
  const onChanged: ShowChange = (next, begun) =>
    setChange((now) => (isLastOf(now, begun) ? next : now))
  const { setStatus, setRead, setOwner } = useMessageChanges(onChanged)
  const { strip } = useKeptUndoStrip({ change, replace: (next) => onChanged(next) })
  const me = useUser()

  return (
    <ResourcePage
      title="Messages"
      text="What visitors write to us. We promise an answer within 24 hours."
      plural="messages"
      views="messages"
      list={list}
      columns={() => messageColumns(listUrl.search)}
      rowName={messageName}
      actions={
        <>
          <ExportMenu
            plural="messages"
            fetchFile={(format) =>
              api.contact.export({ query: { format }, body: { filters, ordering } })
            }
          />
          <RecentBatchesLink target="message" />
          <ButtonLink to="/dashboard/messages/templates" variant="secondary" size="sm">
            Templates
          </ButtonLink>
        </>
      }
      emptyText="New messages appear here as they come in."
      deletion={messageDeletion}
      rowMenu={(contact) => (
        <>
          <MenuLink to={`/dashboard/messages/${contact.id}${listUrl.search}`}>Open</MenuLink>
          <MenuItem onSelect={() => setRead(contact, !contact.is_read)}>
            Mark as {contact.is_read ? 'unread' : 'read'}
          </MenuItem>
          {contact.owner?.id !== me.id && (
            <MenuItem onSelect={() => setOwner(contact, me)}>Assign to me</MenuItem>
          )}
          <MenuSeparator />
          {statusOptions(contactStatusLooks, contact.status).map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => setStatus(contact, value)}>
              Mark as {label.toLowerCase()}
            </MenuItem>
          ))}
        </>
      )}
      selection={selection}
      above={strip}
      below={<MessageBatchBar selection={selection} filters={filters} onChanged={onChanged} />}
    />
  )
}

import { useState } from 'react'
import { useWrite } from '#client/api/queries.ts'
import { BatchBar } from '#client/resources/batch/batch-bar.tsx'
import { useRowBatch } from '#client/resources/batch/use-row-batch.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { capitalize, pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Contact } from '../message-schemas.ts'
import type { ContactAction } from '../validation.ts'
import type { MessageFilters } from './message-list-spec.ts'
import { messageName, useOwners } from './message-status.ts'
import { type ChangedMessages, useRestore } from './use-message-changes.ts'

/** The actions that mark messages, as they are told afterwards. */
const marks = {
  mark_read: 'read',
  mark_unread: 'unread',
  mark_new: 'new',
  mark_in_progress: 'in progress',
  mark_resolved: 'resolved',
  mark_spam: 'spam',
} as const satisfies Partial<Record<ContactAction, string>>
type Mark = keyof typeof marks

const MessageMatchingDialog = lazyComponent(
  () => import('./message-matching-dialog.tsx'),
  'MessageMatchingDialog',
)

type MessageBatchBarProps = {
  selection: RowSelection<Contact>
  filters: MessageFilters
  onChanged: (change: UndoableChange | undefined) => void
}

/** The actions for the selected messages. */
export function MessageBatchBar(props: MessageBatchBarProps) {
  const { selection, filters, onChanged } = props
  const owners = useOwners()
  const [isDeleting, setIsDeleting] = useState(false)
  /** What the dialog asks about: nobody has seen each of all that match. */
  const [asked, setAsked] = useState<Asked>()
  const { start: startRows, dialogs } = useMessageBatch(selection, onChanged)
  const start = (change: Action, now: string) =>
    selection.all && change.action !== 'delete'
      ? setAsked({ action: change.action, owner: change.owner, now })
      : void startRows(change, now)
  return (
    <>
      <BatchBar plural="messages" selection={selection}>
        <Menu trigger="Mark as" size="sm" variant="secondary">
          {(Object.keys(marks) as Mark[]).map((action) => (
            <MenuItem key={action} onSelect={() => start({ action }, marks[action])}>
              {capitalize(marks[action])}
            </MenuItem>
          ))}
        </Menu>
        <Menu trigger="Assign" size="sm" variant="secondary">
          {owners?.map(({ id, name }) => (
            <MenuItem
              key={id}
              onSelect={() => start({ action: 'assign', owner: id }, `assigned to ${name}`)}
            >
              {name}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => start({ action: 'assign', owner: null }, 'nobody’s')}>
            Nobody
          </MenuItem>
        </Menu>
        {!selection.all && (
          <Button size="sm" variant="danger" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        )}
      </BatchBar>
      {asked && (
        <MessageMatchingDialog
          selection={selection}
          filters={filters}
          onChanged={onChanged}
          {...asked}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${pluralize(selection.count, 'message')}?`}
        text="Their replies and notes go with them. They can be restored from the trash for 30 days."
        confirmLabel="Delete"
        isDanger
        onConfirm={() => {
          setIsDeleting(false)
          start({ action: 'delete' }, 'deleted')
        }}
      />
      {dialogs}
    </>
  )
}

type Asked = {
  action: Exclude<ContactAction, 'delete'>
  owner: number | null | undefined
  now: string
}
type Action = { action: ContactAction; owner?: number | null }

function useMessageBatch(
  selection: RowSelection<Contact>,
  onChanged: MessageBatchBarProps['onChanged'],
) {
  const send = useWrite('contact.batch')
  const restore = useRestore()
  const { start: startBatch, dialogs } = useRowBatch({
    selection,
    noun: 'message',
    rowName: messageName,
    show: onChanged,
    trashKind: 'message',
  })

  /** @param now what the messages are then */
  async function start(action: Action, now: string) {
    const changes: ChangedMessages[] = []
    await startBatch(
      async (some) => {
        const response = await send.mutateAsync({
          ...action,
          contact_ids: some.map(({ id }) => id),
          expected_versions: Object.fromEntries(some.map((row) => [row.id, row.updated_at])),
        })
        const { version, succeeded } = response
        const before = some.filter(({ id }) => succeeded.includes(id))
        if (version !== null) changes.push({ before, version })
        return response
      },
      now,
      { isDeletion: action.action === 'delete', undo: () => restore(changes) },
    )
    if (action.action === 'delete') onChanged(undefined)
  }

  return { start, dialogs }
}

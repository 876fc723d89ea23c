import { useState } from 'react'
import { type ProcedureInput, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import { partsByStatus, useMatchingCounts } from '#client/resources/batch/use-matching-counts.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import type { RowSelection } from '#ui/data-table/selection.ts'
import type { Contact } from '../message-schemas.ts'
import type { MessageFilters } from './message-list-spec.ts'
import { contactStatusLooks, messageName, useOwners } from './message-status.ts'

type Input = ProcedureInput<'contact.changeMatching'>

type MessageMatchingDialogProps = Pick<Input, 'action' | 'owner'> & {
  filters: MessageFilters
  selection: RowSelection<Contact>
  /** The status of the messages afterwards, within a sentence. */
  now: string
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Changes all messages that match the list's filters, once the user has confirmed it. */
export function MessageMatchingDialog({
  filters,
  action,
  owner,
  now,
  ...props
}: MessageMatchingDialogProps) {
  // The filters of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const change = useWriteStream('contact.changeMatching')
  return (
    <BatchDialog<Contact, Record<string, never>>
      {...props}
      noun="message"
      rowName={messageName}
      title="Change"
      submitLabel="Change all"
      values={{}}
      summaryOfAll={useMatchingCounts('contact.list', usePartsOf(action, seenFilters))}
      becomes={() => now}
      sendAll={({ total, seenAt }, _, signal) => {
        const seen = { seen_at: seenAt, seen_total: total }
        return change({ filters: seenFilters, action, owner, ...seen }, signal)
      }}
    >
      {() => (
        <p className="text-muted text-sm">
          They are <strong>{now}</strong> then. Messages that have come in since you opened the list
          stay as they are.
        </p>
      )}
    </BatchDialog>
  )
}

/** The statuses that an action applies to. */
function usePartsOf(action: Input['action'], filters: MessageFilters) {
  const owners = useOwners() ?? []
  if (action === 'mark_read' || action === 'mark_unread') {
    return (['false', 'true'] as const)
      .filter((is_read) => (filters.is_read ?? is_read) === is_read)
      .map((is_read) => ({
        label: is_read === 'true' ? 'read' : 'unread',
        filters: { ...filters, is_read },
      }))
  }
  if (action !== 'assign') return partsByStatus(contactStatusLooks, filters)
  if (filters.owner) return []
  return [{ id: 'none', name: 'nobody' }, ...owners].map(({ id, name }) => ({
    label: `of ${name}`,
    filters: { ...filters, owner: [id] },
  }))
}

import { useQueryClient } from '@tanstack/react-query'
import { ApiError, parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { beginChange } from '#client/resources/undo/begin-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { formatCount, pluralize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'
import { statusAdjective } from '#ui/status-badge.tsx'
import type { Contact, Owner } from '../message-schemas.ts'
import type { ContactStatus } from '../validation.ts'
import { contactStatusLooks, messageName } from './message-status.ts'

/** Messages as they were before a change, and the `updated_at` that it gave them. */
export type ChangedMessages = { before: readonly Contact[]; version: string }

/** Gives messages back what they had before their changes, unless they have changed since. */
export function useRestore() {
  const restore = useWrite('contact.restore')
  /** @returns the message of a notification, about all of them */
  return async (changes: readonly ChangedMessages[]) => {
    let restored = 0
    const left: { detail: string }[] = []
    for (const { before, version } of changes) {
      const { succeeded, failed } = await restore.mutateAsync({
        contacts: before.map(({ id, status, is_read, owner }) => ({
          id,
          status,
          is_read,
          owner: owner?.id ?? null,
          expected_updated_at: version,
        })),
      })
      restored += succeeded.length
      left.push(...failed)
    }
    if (restored === 0) throw new ApiError(409, left[0]?.detail ?? null)
    const others =
      left.length === 0 ? '' : ` ${formatCount(left.length)} changed since and were left.`
    return `${pluralize(restored, 'message')} as before.${others}`
  }
}

/** Changes one message, unless a colleague has changed it since it was shown, and offers to undo it. */
export function useMessageChanges(onChanged: ShowChange) {
  const client = useQueryClient()
  const changeStatus = useWrite('contact.changeStatus')
  const changeRead = useWrite('contact.changeRead')
  const changeOwner = useWrite('contact.changeOwner')
  const restore = useRestore()

  async function change(contact: Contact, now: string, send: (seen: Seen) => Promise<Contact>) {
    const end = beginChange(onChanged, `Changing ${messageName(contact)}…`)
    try {
      const { id, updated_at } = contact
      const changed = await send({ id, expected_updated_at: updated_at })
      end({
        text: `${messageName(contact)} is ${now} now.`,
        undo: () => restore([{ before: [contact], version: changed.updated_at }]),
      })
    } catch (error) {
      end()
      const { status, message } = parseApiError(error)
      if (status === 409) client.invalidateQueries({ queryKey: ['Contact'] })
      notify({ type: 'error', message })
    }
  }

  return {
    setStatus: (contact: Contact, status: ContactStatus) =>
      change(contact, statusAdjective(contactStatusLooks[status]), (seen) =>
        changeStatus.mutateAsync({ ...seen, status }),
      ),
    setRead: (contact: Contact, is_read: boolean) =>
      change(contact, is_read ? 'read' : 'unread', (seen) =>
        changeRead.mutateAsync({ ...seen, is_read }),
      ),
    setOwner: (contact: Contact, owner: Owner | null) =>
      change(contact, owner ? `assigned to ${owner.name}` : 'nobody’s', (seen) =>
        changeOwner.mutateAsync({ ...seen, owner: owner?.id ?? null }),
      ),
  }
}

type Seen = { id: number; expected_updated_at: string }

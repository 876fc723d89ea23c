import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Contact, Owner } from '../message-schemas.ts'
import { type ContactStatus, contactStatusLabels } from '../validation.ts'

export const contactStatusLooks: StatusLooks<ContactStatus> = {
  NEW: { label: contactStatusLabels.NEW, tone: 'warning' },
  IN_PROGRESS: { label: contactStatusLabels.IN_PROGRESS, tone: 'info' },
  RESOLVED: { label: contactStatusLabels.RESOLVED, tone: 'success' },
  SPAM: { label: contactStatusLabels.SPAM, tone: 'neutral' },
}

export const messageName = ({ full_name, subject }: Contact) => `${full_name}: ${subject}`

export const messageDeletion = {
  procedure: 'contact.delete',
  rowName: ({ full_name }: Contact) => `the message of ${full_name}`,
  text: 'Its replies and notes go with it.',
} as const

/** The users who can take care of messages, the signed-in one first; undefined while they are loading. */
export function useOwners(): Owner[] | undefined {
  const { id, name } = useUser()
  const { data } = useRead('contact.owners', undefined, { staleTime: 60_000 })
  return data && [{ id, name: `${name} (me)` }, ...data.results.filter((owner) => owner.id !== id)]
}

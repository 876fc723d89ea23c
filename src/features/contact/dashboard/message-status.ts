import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import {
  choiceFilter,
  choicesFilter,
  loadedChoices,
  readId,
  type readListQuery,
  textFilter,
} from '#ui/data-table/filters.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Contact, Owner } from '../message-schemas.ts'
import { type ContactStatus, contactOrders, contactStatusLabels } from '../validation.ts'

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

function useOwnerOptions() {
  const { id } = useUser()
  const owners = useOwners()?.filter((owner) => owner.id !== id)
  return (
    owners && [
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Nobody' },
      ...owners.map((owner) => ({ value: String(owner.id), label: owner.name })),
    ]
  )
}

const readOwner = (text: string) =>
  text === 'me' || text === 'none' ? (text as 'me' | 'none') : readId(text)

/** The filters and orders of the list, which the links to the previous and next message use as well. */
export const messageListSpec = {
  filters: {
    search: textFilter('Search messages'),
    status: choicesFilter('Status', 'Any status', contactStatusLabels),
    is_read: choiceFilter('Read', 'Read or not', { false: 'Unread', true: 'Read' }),
    owner: loadedChoices('Owner', 'Anybody', readOwner, useOwnerOptions),
  },
  orders: contactOrders,
  defaultOrdering: '-created_at',
}

/** What the list is filtered by. */
export type MessageFilters = ReturnType<
  typeof readListQuery<(typeof messageListSpec)['filters']>
>['filters']

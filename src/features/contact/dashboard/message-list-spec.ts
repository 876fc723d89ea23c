import { useUser } from '#client/api/use-auth-state.ts'
import {
  choiceFilter,
  choicesFilter,
  loadedChoices,
  readId,
  type readListQuery,
  textFilter,
} from '#ui/data-table/filters.ts'
import { contactOrders, contactStatusLabels } from '../validation.ts'
import { useOwners } from './message-status.ts'

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

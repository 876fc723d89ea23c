import { useRead, useReadAll, useWrite } from '#client/api/queries.ts'
import { useStatusChange } from '#client/resources/status/use-status-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import {
  choiceFilter,
  choicesFilter,
  dayFilter,
  flagFilter,
  loadedChoices,
  loadedFilter,
  readId,
  textFilter,
} from '#ui/data-table/filters.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Booked } from '../slots-contract.ts'
import { type InterviewState, interviewOrders, interviewStateLabels } from '../validation.ts'

export const interviewLooks: StatusLooks<InterviewState> = {
  INVITED: { label: interviewStateLabels.INVITED, tone: 'warning' },
  BOOKED: { label: interviewStateLabels.BOOKED, tone: 'info' },
  DONE: { label: interviewStateLabels.DONE, tone: 'success' },
  NO_SHOW: { label: interviewStateLabels.NO_SHOW, tone: 'error' },
}

/** The labels of closed applications: nobody can be booked for them. */
export const closedLabels: Record<string, string> = {
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
}

/**
 * What staff may do about the time of an applicant, also of one who has missed it.
 * @param status of the application
 * @param state undefined for who is not invited
 * @returns null where the interview has begun, or the application is closed
 */
export function bookLabel(status: string, state: InterviewState | undefined, hasBegun: boolean) {
  if (closedLabels[status]) return null
  if (state === 'NO_SHOW') return 'Book another time'
  if (hasBegun) return null
  return state === 'BOOKED' ? 'Move to another time' : 'Book a time'
}

type BookedState = Exclude<InterviewState, 'INVITED'>
const { INVITED: _, ...bookedLooks } = interviewLooks
export const outcomeLooks: StatusLooks<BookedState> = bookedLooks

type OutcomeRow = Pick<Booked, 'id' | 'first_name' | 'last_name' | 'updated_at'> & {
  status: BookedState
}

/** A booked interview as a row with a status. */
export const outcomeRow = <Row extends Omit<OutcomeRow, 'status'> & { state: InterviewState }>({
  state,
  ...row
}: Row) => ({ ...row, status: state as BookedState })

/** Notes by one press that an interview was held, or that nobody came. */
export function useOutcome(show: ShowChange) {
  const { mutateAsync } = useWrite('interviews.update')
  return useStatusChange<OutcomeRow, BookedState>({
    looks: outcomeLooks,
    rowName: fullName,
    send: async ({ id, updated_at }, status) =>
      outcomeRow(
        await mutateAsync({
          id,
          expected_updated_at: updated_at,
          outcome: status === 'BOOKED' ? '' : status,
        }),
      ),
    show,
  })
}

export const useCohortOptions = () =>
  useReadAll('cohorts.list', { status: 'all', ordering: '-start' }).data?.map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))

export const usePanelists = () =>
  useRead('interviews.panelists', undefined, { staleTime: 60_000 }).data?.results

const usePanelistOptions = () =>
  usePanelists()?.map(({ id, name }) => ({ value: String(id), label: name }))

const cohortFilter = () => loadedChoices('Cohort', 'Any cohort', readId, useCohortOptions)

export const agendaSpec = {
  pageSize: 50,
  always: { when: 'upcoming' },
  filters: {
    when: choiceFilter('Period', 'To come', { past: 'Past' }),
    cohort_id: cohortFilter(),
    user: loadedFilter('Interviewed by', 'Anybody', readId, usePanelistOptions),
    is_free: flagFilter('Places', 'Free or taken', { true: 'Free places', false: 'All taken' }),
    from: dayFilter('From'),
    to: dayFilter('Until'),
  },
}

export const invitedSpec = {
  filters: {
    search: textFilter('Search by name'),
    state: choicesFilter('Interview', 'Any state', interviewStateLabels),
    when: choiceFilter('Time', 'Any time', { upcoming: 'To come', past: 'Past' }),
    can_choose: flagFilter('Choice', 'Can choose or not', { true: 'Can still choose a time' }),
    cohort_id: cohortFilter(),
  },
  orders: interviewOrders,
  defaultOrdering: '-invited_at',
}

import { useRead, useReadAll } from '#client/api/queries.ts'
import { fullName } from '#shared/full-name.ts'
import {
  choicesFilter,
  dayFilter,
  flagFilter,
  loadedChoices,
  loadedFilter,
  readId,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import {
  applicationOrders,
  applicationStatusLabels,
  genderLabels,
  levelLabels,
} from '../validation.ts'
import { readAssignee, useAssigneeOptions } from './use-colleagues.ts'

const useCohortChoices = () =>
  useReadAll('cohorts.list', { status: 'all', ordering: 'name' }).data?.map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))

const useTechStackOptions = () =>
  useRead('techStacks.list', { page_size: 1000 }).data?.results.map(({ id, name }) => ({
    value: id,
    label: name,
  }))

/** The filters and orders of the list, which the links to the previous and next application use as well. */
export const applicationListSpec = {
  filters: {
    search: textFilter('Search applications', 'search_query'),
    status: choicesFilter('Status', 'Any status', applicationStatusLabels),
    cohort_id: loadedChoices('Cohort', 'Any cohort', readId, useCohortChoices),
    tech_stack_id: loadedChoices('Tech stack', 'Any tech stack', readText(60), useTechStackOptions),
    level: choicesFilter('Level', 'Any level', levelLabels),
    gender: choicesFilter('Gender', 'Any gender', genderLabels),
    assignee: loadedFilter('Assigned to', 'Anybody', readAssignee, useAssigneeOptions),
    is_waiting: flagFilter('Waiting list', 'Waiting or not', {
      true: 'Waiting for a spot',
      false: 'Not waiting',
    }),
    is_scored: flagFilter('My scores', 'Scored or not', {
      false: 'Not scored by me',
      true: 'Scored by me',
    }),
    is_invited: flagFilter('Interview', 'Invited or not', {
      false: 'Not invited',
      true: 'Invited',
    }),
    created_from: dayFilter('Applied from'),
    created_to: dayFilter('Applied until'),
  },
  orders: applicationOrders,
  defaultOrdering: '-created_at',
}

const impliedFilters: { [Order in string]?: ApplicationFilters } = {
  score: { is_scored: true },
  waiting: { is_waiting: true },
}

/**
 * The filters of the list as a batch needs them, which has no order: some orders have a part of the applications alone.
 * @returns also whether a filter asks for the others, so that nothing matches
 */
export function filtersInOrder(filters: ApplicationFilters, ordering = '') {
  const implied = impliedFilters[ordering.replace('-', '')]
  const matchesNone =
    (implied?.is_scored === true && filters.is_scored === false) ||
    (implied?.is_waiting === true && filters.is_waiting === false)
  return { filters: matchesNone ? filters : { ...filters, ...implied }, matchesNone }
}

export const applicationDeletion = {
  procedure: 'applications.delete',
  rowName: (application: Application) => `the application of ${fullName(application)}`,
  text: 'The resume, the notes and the history go with it.',
} as const

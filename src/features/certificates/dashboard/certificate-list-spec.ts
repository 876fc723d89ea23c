import { useRead } from '#client/api/queries.ts'
import {
  choiceFilter,
  dayFilter,
  loadedChoices,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import { certificateOrders, certificateStatusLabels, printedLengthMax } from '../validation.ts'

export const useFacets = () => useRead('certificates.facets', undefined).data

const toOptions = (names: readonly string[] | undefined) =>
  names?.map((name) => ({ value: name, label: name }))

export const certificateListSpec = {
  filters: {
    search: textFilter('Search certificates'),
    status: choiceFilter('Status', 'Any status', certificateStatusLabels),
    cohort: loadedChoices('Cohort', 'Any cohort', readText(printedLengthMax), () =>
      toOptions(useFacets()?.cohorts),
    ),
    course: loadedChoices('Course', 'Any course', readText(printedLengthMax), () =>
      toOptions(useFacets()?.courses),
    ),
    issued_from: dayFilter('Issued from'),
    issued_to: dayFilter('Issued until'),
  },
  orders: certificateOrders,
  defaultOrdering: '-issued_on',
}

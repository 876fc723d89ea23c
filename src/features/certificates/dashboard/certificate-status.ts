import { useRead } from '#client/api/queries.ts'
import {
  choiceFilter,
  dayFilter,
  loadedChoices,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Certificate } from '../contract.ts'
import {
  type CertificateStatus,
  certificateOrders,
  certificateStatusLabels,
  printedLengthMax,
} from '../validation.ts'

export const certificateStatusLooks: StatusLooks<CertificateStatus> = {
  VALID: { label: certificateStatusLabels.VALID, tone: 'success' },
  REVOKED: { label: certificateStatusLabels.REVOKED, tone: 'error' },
}

export const certificateName = ({ full_name }: Pick<Certificate, 'full_name'>) => full_name

/** A certificate within a sentence. */
const certificateOf = ({ full_name, number }: Certificate) =>
  `certificate ${number} of ${full_name}`

export const certificateDeletion = {
  procedure: 'certificates.delete',
  rowName: certificateOf,
  text: 'Nobody can tell it from a forged one any more. To say that it does not hold, revoke it instead.',
} as const

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

import type { ListAddress } from '#ui/data-table/list-address.ts'
import type { ApplicationFilters } from '../contract.ts'
import { applicationOrders, applicationStatuses, genders, levels } from '../validation.ts'

/** The parameters of the address that narrow the list, besides the search. */
export const filterNames = [
  'status',
  'cohort_id',
  'tech_stack_id',
  'level',
  'gender',
  'created_from',
  'created_to',
] as const

export const defaultOrdering = '-created_at'

/** The filters that the address names, as the calls take them; what makes no sense is left out. */
export function filtersOf(address: ListAddress): ApplicationFilters {
  const cohortId = Number(address.get('cohort_id'))
  const filters: ApplicationFilters = {
    search_query: address.get('search').slice(0, 200),
    status: address.oneOf('status', applicationStatuses),
    cohort_id: Number.isInteger(cohortId) && cohortId > 0 ? cohortId : undefined,
    tech_stack_id: address.get('tech_stack_id').slice(0, 60),
    level: address.oneOf('level', levels),
    gender: address.oneOf('gender', genders),
    created_from: dayOf(address.get('created_from')),
    created_to: dayOf(address.get('created_to')),
  }
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given)
}

export const orderingOf = (address: ListAddress) => address.oneOf('ordering', applicationOrders)

const dayOf = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

import { z } from 'zod'
import { choiceOf, dateSchema, flagSchema, idOr, idSchema } from '#shared/fields.ts'
import { knownFilters, optionalFilter, searchFilter, severalOf } from '#shared/list-fields.ts'
import { applicationOrders, applicationStatuses, genders, levels } from './validation.ts'

export const chooseColleague = 'Please choose a colleague'

export const status = choiceOf(applicationStatuses, 'Please choose a status')
export const applicationFilters = {
  status: severalOf(status),
  cohort_id: severalOf(idSchema),
  tech_stack_id: severalOf(z.string().max(60)),
  level: severalOf(choiceOf(levels, 'Please choose an experience level')),
  gender: severalOf(choiceOf(genders, 'Please choose a gender')),
  assignee: optionalFilter(
    z.union([z.enum(['me', 'none']), idOr(chooseColleague)], { error: chooseColleague }),
  ).describe('Who takes care of it'),
  is_waiting: optionalFilter(flagSchema).describe('Whether it waits for a spot'),
  is_scored: optionalFilter(flagSchema).describe(
    'Whether the signed-in user has scored it by every criterion; false asks for those with criteria',
  ),
  is_invited: optionalFilter(flagSchema).describe('Whether it is invited to an interview'),
  search_query: searchFilter,
  created_from: optionalFilter(dateSchema).describe('The first day, in Kigali'),
  created_to: optionalFilter(dateSchema).describe('The last day, in Kigali'),
}
export const filtersSchema = knownFilters(applicationFilters)
export type ApplicationFilters = z.infer<typeof filtersSchema>

export const ordering = optionalFilter(z.enum(applicationOrders)).describe(
  '-created_at unless given',
)

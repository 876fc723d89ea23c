import { pluralize } from '#shared/format.ts'
import type { Talent } from '../contract.ts'
import { levelLabels } from '../validation.ts'

export const fullName = ({ first_name, last_name }: Pick<Talent, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`

/** A talent's experience in a few words: Senior, 6 years. */
export const experienceOf = ({ level, years }: Pick<Talent, 'level' | 'years'>) =>
  `${levelLabels[level]}, ${pluralize(years, 'year')}`

import { pluralize } from '#shared/format.ts'
import type { Talent } from '../contract.ts'
import { levelLabels } from '../validation.ts'

/** A talent's experience in a few words: Senior, 6 years. */
export const talentExperience = ({ level, years }: Pick<Talent, 'level' | 'years'>) =>
  `${levelLabels[level]}, ${pluralize(years, 'year')}`

import { pluralize } from '#shared/format.ts'
import type { Talent } from '../contract.ts'
import { talentLevelLabels } from '../validation.ts'

/** A talent's level and years: Senior, 6 years. */
export const talentExperience = ({ level, years }: Pick<Talent, 'level' | 'years'>) =>
  `${talentLevelLabels[level]}, ${pluralize(years, 'year')}`

import { localDay } from '#shared/company.ts'
import { formatDate } from '#shared/format.ts'
import type { Application } from '../contract.ts'
import { levelLabels } from '../validation.ts'

export const levelLabel = (level: Application['level']) =>
  level === null ? 'Not given' : levelLabels[level]

/** The age today in whole years. @param dateOfBirth YYYY-MM-DD */
function ageOf(dateOfBirth: string) {
  const today = localDay(new Date())
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** A date of birth with the age: 4 May 1999 (27 years). */
export const formatBirthDate = (dateOfBirth: string) =>
  `${formatDate(dateOfBirth)} (${ageOf(dateOfBirth)} years)`

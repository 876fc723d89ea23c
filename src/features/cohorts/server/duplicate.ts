import type { Transaction } from 'kysely'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { dayMs } from '#shared/durations.ts'
import type { Cohort } from '../contract.ts'

const nameLengthMax = 120

/** A name without the number at its end. */
const stemOf = (name: string) => name.replace(/\s*\d+$/, '')

/** The beginning of a text, without half of a character. */
const beginningOf = (text: string, lengthMax: number) =>
  text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')

/** A number makes a long name shorter by no more than this. */
const numberLengthMax = 20

/** The names that differ from one at most in their numbers, in searchable form, and some others. */
export async function findNamesLike(transaction: Transaction<Tables>, name: string) {
  const rows = await transaction
    .selectFrom('cohorts')
    .select('name_key')
    .where(contains('name_key', beginningOf(stemOf(name), nameLengthMax - numberLengthMax)))
    .execute()
  return new Set(rows.map(({ name_key }) => name_key))
}

/** 'Kigali Web Cohort 13' after 'Kigali Web Cohort 12', or the next number that is free. */
function nextName(name: string, taken: ReadonlySet<string>) {
  const stem = stemOf(name)
  const first = BigInt(/\d+$/.exec(name)?.[0] ?? 1) + 1n
  for (let number = first; ; number += 1n) {
    const beginning = beginningOf(stem, nameLengthMax - String(number).length - 1)
    const next = `${beginning} ${number}`.trim()
    if (!taken.has(searchable(next))) return next
  }
}

/** The same day of the next month, or its last. @param day YYYY-MM-DD */
function dayOfNextMonth(day: string) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10)
}

const moved = (iso: string, ms: number) => {
  const later = new Date(Date.parse(iso) + ms).toISOString()
  return iso.length > 10 ? later : later.slice(0, 10)
}

/**
 * A draft like a cohort that starts a month later. It lasts as long, and its registration ends as long before its
 * start.
 * @param taken the names of cohorts, in searchable form
 */
export function aMonthOn(cohort: Cohort, taken: ReadonlySet<string>) {
  const start = dayOfNextMonth(cohort.start)
  const laterMs = Math.round((Date.parse(start) - Date.parse(cohort.start)) / dayMs) * dayMs
  return {
    name: nextName(cohort.name, taken),
    short_description: cohort.short_description,
    status: 'draft' as const,
    start,
    end: moved(cohort.end, laterMs),
    deadline: cohort.deadline === null ? null : moved(cohort.deadline, laterMs),
    limit: cohort.limit,
  }
}

/** Gives a new cohort what the applications of another are scored by. */
export async function copyCriteria(transaction: Transaction<Tables>, from: number, to: number) {
  const criteria = await transaction
    .selectFrom('score_criteria')
    .select(['name', 'name_key', 'hint', 'position', 'archived_at'])
    .where('cohort_id', '=', from)
    .where('archived_at', 'is', null)
    .execute()
  if (criteria.length === 0) return
  await transaction
    .insertInto('score_criteria')
    .values(criteria.map((one) => ({ ...one, cohort_id: to })))
    .execute()
}

/** Gives a new cohort the emails to applicants that another has of its own, also those that are switched off. */
export async function copyEmails(transaction: Transaction<Tables>, from: number, to: number) {
  const { emails } = await transaction
    .selectFrom('cohorts')
    .select('emails')
    .where('id', '=', from)
    .executeTakeFirstOrThrow()
  await transaction.updateTable('cohorts').set({ emails }).where('id', '=', to).execute()
}

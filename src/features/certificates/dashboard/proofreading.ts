import { groupBy } from '#shared/older-browsers.ts'
import { printedLengthMax, validatePrinted } from '../validation.ts'

/** What would be printed for somebody. */
export type PrintedRow = { id: number; full_name: string; course: string }

export type Remarks = {
  /** Why it cannot be issued so. */
  full_name?: string
  course?: string
  /** What is worth a second look. */
  warning?: string
}

const problemOf = (text: string, missing: string) => {
  const given = text.trim().normalize('NFC')
  if (given === '') return missing
  if (given.length > printedLengthMax) return `At most ${printedLengthMax} characters`
  return validatePrinted(given)
}

const keyOf = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Names that people type in a hurry: in small or in capital letters alone, or with gaps. */
function warningOf(name: string) {
  const words = name.trim().split(/\s+/)
  if (words.some((word) => /^\p{Ll}{2,}$/u.test(word))) return 'A word begins with a small letter'
  if (words.some((word) => /^\p{Lu}{4,}$/u.test(word))) return 'A word is in capitals'
  if (/\s{2}/.test(name.trim())) return 'There is a gap in the name'
  return words.length === 1 ? 'There is one name alone' : undefined
}

/** What is to be said of names before they are printed, by id. */
export function proofread(rows: readonly PrintedRow[]): Map<number, Remarks> {
  const byName = groupBy(rows, ({ full_name }) => keyOf(full_name))
  return new Map(
    rows.map(({ id, full_name, course }) => {
      const isRepeated = (byName.get(keyOf(full_name))?.length ?? 0) > 1
      const warning = isRepeated ? 'The same name stands here twice' : warningOf(full_name)
      return [
        id,
        {
          full_name: problemOf(full_name, 'Full name is required'),
          course: problemOf(course, 'Course is required'),
          warning,
        } as Remarks,
      ]
    }),
  )
}

import type { Database } from '#database/open.ts'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import type { PersonRows, TableName } from './person.ts'

/** Who of us did something, in what a person is given. */
const staffWord = 'staff'

/**
 * Finds what our staff are called: the users, and those who are none any more but stand in these rows.
 * @returns takes their names out of a text
 */
export async function findStaffNames(database: Database, rows: PersonRows) {
  const users = await database.selectFrom('users').select('name').execute()
  const names = new Set(users.map(({ name }) => name))
  for (const [table, some] of rows) {
    const columns = columnsOfKind(table, 'staff').filter((column) => /name|_by$/.test(column))
    for (const row of some) {
      for (const column of columns) if (row[column]) names.add(String(row[column]))
    }
  }
  // The longest first: one name may be the beginning of another.
  const patterns = [...names]
    .filter((name) => name.trim().length > 1)
    .sort((one, other) => other.length - one.length)
    .map(RegExp.escape)
  const pattern =
    patterns.length > 0
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
      : null
  return (text: string) => (pattern ? text.replace(pattern, staffWord) : text)
}

/** A row as its person is given it. */
export function shownRow(
  table: TableName,
  row: Readonly<Record<string, unknown>>,
  withoutColleagues: (text: string) => string,
) {
  const shown: Record<string, unknown> = {}
  for (const column of columnsOfKind(table, 'facts', 'person')) shown[column] = row[column]
  for (const column of columnsOfKind(table, 'texts')) {
    shown[column] = withoutColleagues(String(row[column] ?? ''))
  }
  // An address without a name is nobody's of ours: somebody failed to sign in, or has downloaded their own data.
  const isOurs = (column: string) => column !== 'client_ip' || Boolean(row.actor_name)
  for (const column of columnsOfKind(table, 'staff')) {
    shown[column] = row[column] && isOurs(column) ? staffWord : null
  }
  return shown
}

/** What the rows of a table are called. */
export const tableTitle = (table: TableName) =>
  personalData[table].title ?? table.replaceAll('_', ' ')

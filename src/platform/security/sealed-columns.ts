import type { Database } from '#database/open.ts'
import { personalData } from '#database/personal-data.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '../http/context.ts'
import { isSealing } from '../storage/sealed-storage.ts'
import {
  type DataKey,
  findDataKeyIds,
  findSealingKey,
  isGivenUp,
  MissingDataKey,
} from './data-keys.ts'
import { DamagedText, dataKeyIdOf, openText, sealText } from './sealed-text.ts'

/** The key that seals these in their rows; null while processes of the version before may serve. */
export const findKeyFor = async (
  services: Pick<Services, 'database' | 'dataKeys' | 'now'>,
  what: 'national IDs' | 'texts of resumes',
) => ((await isSealing(services, what)) ? findSealingKey(services) : null)

/**
 * Checks, once a sealed text is written, that its data key was not taken away meanwhile: whoever takes one away waits
 * for those who write, and counts what they have written.
 */
export async function requireKeyInUse(transaction: Database, stored: string) {
  const id = dataKeyIdOf(stored)
  if (id === null || (await findDataKeyIds(transaction)).includes(id)) return
  throw new Error(`The data key ${id} was taken away: start again those that seal with it`)
}

/** What stands in the place of a text that nobody can open any more. */
export const unreadable = 'Encrypted with a key that was lost'

/** A row of a table with a sealed column: that, and the one that names the row. */
type Row = Readonly<Record<string, unknown>>
type Opener = Pick<Services, 'dataKeys'>

/** Where the sealed text of a row stands, so that it is worth nothing in another row. */
function placeIn(table: keyof Tables, row: Row) {
  const { sealed } = personalData[table]
  return sealed && { column: sealed.column, place: `${table}.${sealed.column} ${row[sealed.by]}` }
}

/** The row of a table with its column sealed, if the table has one to be sealed. */
export function sealRow<Some extends Row>(table: keyof Tables, row: Some, key: DataKey): Some {
  const { column, place } = placeIn(table, row) ?? {}
  return column && place ? { ...row, [column]: sealText(String(row[column]), place, key) } : row
}

/** The row of a table with its column opened. @throws MissingDataKey, DamagedText */
export const openRow = <Some extends Row>(services: Opener, table: keyof Tables, row: Some) =>
  openBy(services.dataKeys(), table, row)

function openBy<Some extends Row>(keys: readonly DataKey[], table: keyof Tables, row: Some): Some {
  const { column, place } = placeIn(table, row) ?? {}
  const stored = String(column && row[column])
  const id = dataKeyIdOf(stored)
  if (!column || !place || id === null) return row
  const key = keys.find((one) => one.id === id)
  if (!key) throw new MissingDataKey(id)
  return { ...row, [column]: openText(stored, place, key) }
}

/**
 * The rows of a table with their column opened, to be shown: of those that nobody can open any more, it says so.
 * @throws MissingDataKey where another process has the key
 */
export async function openRows<Some extends Row>(
  services: Opener & Pick<Services, 'database'>,
  table: keyof Tables,
  rows: readonly Some[],
): Promise<Some[]> {
  // Once, as this looks whether their file has changed.
  const keys = services.dataKeys()
  return Promise.all(
    rows.map(async (row) => {
      try {
        return openBy(keys, table, row)
      } catch (error) {
        const isLost = error instanceof DamagedText || (await isGivenUp(services.database, error))
        const { column } = placeIn(table, row) ?? {}
        if (isLost && column) return { ...row, [column]: unreadable }
        throw error
      }
    }),
  )
}

import type { Database } from './open.ts'
import { prepareQuery, type Slots } from './prepared.ts'
import type { Tables } from './tables.ts'

type Name = Tables['system_values']['name']

const findValue = prepareQuery((database, { name }: Slots<{ name: Name }>) =>
  database.selectFrom('system_values').select('value').where('name', '=', name),
)

/** What the processes of a site note for each other under a name; undefined where nothing was noted. */
export async function findSystemValue(database: Database, name: Name) {
  const [row] = await findValue(database, { name })
  return row?.value
}

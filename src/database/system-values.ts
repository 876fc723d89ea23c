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

/** Notes a value under a name, in place of the one that was noted before. */
export const setSystemValue = (database: Database, name: Name, value: string) =>
  database
    .insertInto('system_values')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

/** The same as SQL, for a database that is being restored. @param value without quotes */
export const systemValueStatement = (name: Name, value: string) =>
  `insert into system_values (name, value) values ('${name}', '${value}')
    on conflict (name) do update set value = excluded.value`

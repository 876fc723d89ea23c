import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

const hourMs = 60 * 60 * 1000

/**
 * National IDs are sealed from now on; where there are some, in an hour, when no process of the version before serves.
 * The index has those alone that are to be sealed yet.
 */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  const from = new Date(Date.now() + hourMs).toISOString()
  await sql`insert into system_values (name, value)
    select 'national IDs are sealed from', ${from}
    where exists (select 1 from applications) or exists (select 1 from trash)`.execute(database)
  await sql`create index applications_unsealed on applications (id)
    where identification not like 'sealed/%'`.execute(database)
}

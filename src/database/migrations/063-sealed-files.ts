import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

const hourMs = 60 * 60 * 1000

/** Resumes are sealed from now on; where there are some, in an hour, when no process of the version before serves. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  const from = new Date(Date.now() + hourMs).toISOString()
  await sql`insert into system_values (name, value)
    select 'files are sealed from', ${from} where exists (select 1 from files)`.execute(database)
}

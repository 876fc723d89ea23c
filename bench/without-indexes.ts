import { sql } from 'kysely'
import type { Site } from './site.ts'

/** Fills a table of PostgreSQL without its indexes, which are made anew afterwards: one by one they take far longer. */
export async function withoutIndexes(
  { engine, services: { database } }: Site,
  name: string,
  fill: () => Promise<void>,
) {
  if (engine === 'sqlite') return fill()
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes where tablename = ${name}
      and indexname not in (select conname from pg_constraint)`.execute(database)
  for (const { indexname } of rows) await sql`drop index ${sql.ref(indexname)}`.execute(database)
  await fill()
  await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    for (const { indexdef } of rows) await sql.raw(indexdef).execute(transaction)
  })
}

import { sql } from 'kysely'
import { isSqlite } from '#database/engine.ts'
import type { TestApp } from './app.ts'

const batchSize = 250

/** Copies an application with its history so many times, a multiple of 250; the ids of the copies begin at 10,000. */
export async function copyApplication(app: TestApp, id: number, count: number) {
  const { database } = app.services
  const application = await database
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const file = await database
    .selectFrom('files')
    .selectAll()
    .where('id', '=', application.resume_id)
    .executeTakeFirstOrThrow()
  const history = await database
    .selectFrom('application_history')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('id')
    .execute()
  const insert = async (table: string, rows: readonly object[]) => {
    const columns = Object.keys(rows[0] ?? {})
    const isOverriding = columns.includes('id') && !isSqlite(database)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      ${isOverriding ? sql`overriding system value` : sql``}
      values ${sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))}`.execute(
      database,
    )
  }
  for (let first = 10_000; first < 10_000 + count; first += batchSize) {
    const ids = Array.from({ length: batchSize }, (_, index) => first + index)
    await insert(
      'files',
      ids.map((one) => ({ ...file, id: one, key: `copy ${one}` })),
    )
    await insert(
      'applications',
      ids.map((one) => ({
        ...application,
        id: one,
        resume_id: one,
        email_key: `${one}@example.rw`,
        // What is sealed can be opened in its own row alone.
        identification: '',
      })),
    )
    await insert(
      'application_history',
      ids.flatMap((one) =>
        history.map(({ id: _, ...entry }) => ({ ...entry, application_id: one })),
      ),
    )
  }
}

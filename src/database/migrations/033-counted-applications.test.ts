import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isSqlite } from '#database/foreign-keys.ts'
import { startTestApp } from '#testing/app.ts'

test('applications of a gender or a level are counted by an index alone', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database } = app.services
  // PostgreSQL chooses by how many rows there are.
  if (!isSqlite(database)) return
  for (const filter of ["gender in ('FEMALE')", "level in ('ADVANCED')"]) {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select count(*) from applications where ${sql.raw(filter)}`.execute(database)
    expect(rows.map(({ detail }) => detail).join()).toContain(
      'USING COVERING INDEX applications_counted',
    )
  }
})

import { test } from 'vitest'

/** For what PostgreSQL alone has: on SQLite no two transactions are open at once in a process. */
export const onPostgres = test.runIf(process.env.TEST_DATABASE_URL)

/** For what SQLite alone has, and for what is the same on both where it takes seconds on PostgreSQL. */
export const onSqlite = test.skipIf(process.env.TEST_DATABASE_URL)

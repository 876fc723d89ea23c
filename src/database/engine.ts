import { type QueryExecutorProvider, SqliteAdapter } from 'kysely'

/** For this folder and tests: what else depends on the engine has a name here. */
export const isSqlite = (database: QueryExecutorProvider) =>
  database.getExecutor().adapter instanceof SqliteAdapter

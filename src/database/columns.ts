import {
  type ColumnDefinitionBuilder,
  type ColumnType,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely'
import { isSqlite } from './engine.ts'

/** ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type Time = ColumnType<string, string, string>
/** YYYY-MM-DD. */
export type Day = ColumnType<string, string, string>

export type Engine = 'sqlite' | 'postgres'

/** The column types that differ between the engines. */
export const columnsOf = (engine: Engine) => ({
  time: engine === 'postgres' ? ('timestamptz' as const) : ('text' as const),
  day: engine === 'postgres' ? ('date' as const) : ('text' as const),
  id: <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
    engine === 'postgres'
      ? table.addColumn('id', 'integer', (column) =>
          column.primaryKey().generatedAlwaysAsIdentity(),
        )
      : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
})

export const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** The seconds from one time to another. */
export const secondsBetween = <Tables>(
  database: Kysely<Tables>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
) =>
  isSqlite(database)
    ? sql<number>`((julianday(${to}) - julianday(${from})) * 86400)`
    : sql<number>`cast(extract(epoch from ${to} - ${from}) as double precision)`

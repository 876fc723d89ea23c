import { type Kysely, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Tables } from './tables.ts'

export type ForeignKey = {
  child: keyof Tables
  column: string
  parent: keyof Tables
  /** What becomes of a row when the one that it refers to is deleted. */
  onDelete: 'cascade' | 'set null' | 'refuse'
}

const onSqlite = sql<Found>`
  select m.name as child, f."from" as "column", f."table" as parent, lower(f.on_delete) as rule
  from sqlite_master as m, pragma_foreign_key_list(m.name) as f
  where m.type = 'table'`

const onPostgres = sql<Found>`
  select child.relname as child, a.attname as column, parent.relname as parent,
    case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else '' end as rule
  from pg_constraint as c
  join pg_class as child on child.oid = c.conrelid
  join pg_class as parent on parent.oid = c.confrelid
  join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`

type Found = { child: string; column: string; parent: string; rule: string }

let known: Promise<ForeignKey[]> | undefined

/** Every foreign key of the database, which only migrations change. */
export function findForeignKeys(database: Kysely<Tables>) {
  known ??= readForeignKeys(database).catch((error) => {
    known = undefined
    throw error
  })
  return known
}

async function readForeignKeys(database: Kysely<Tables>): Promise<ForeignKey[]> {
  const { rows } = await (isSqlite(database) ? onSqlite : onPostgres).execute(database)
  return rows.map(({ child, column, parent, rule }) => ({
    child: child as keyof Tables,
    column,
    parent: parent as keyof Tables,
    onDelete: rule === 'cascade' || rule === 'set null' ? rule : 'refuse',
  }))
}

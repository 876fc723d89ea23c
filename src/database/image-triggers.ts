import { type Kysely, sql } from 'kysely'
import type { Engine } from './columns.ts'

const refersTo = (value: string) => `${value} like '%/images/%'`

/**
 * Notes in `image_changes` which rows refer to other images than before, whoever writes them. For migrations: each
 * column of `imageColumns` needs it.
 * @param key the column that identifies a row
 */
export async function trackImages(
  database: Kysely<unknown>,
  engine: Engine,
  table: string,
  column: string,
  key = 'id',
) {
  const run = (statement: string) => sql.raw(statement).execute(database)
  const note = (row: 'new' | 'old') =>
    `insert into image_changes (table_name, row_id) values ('${table}', cast(${row}.${key} as text))`
  const either = `${refersTo(`new.${column}`)} or ${refersTo(`old.${column}`)}`
  const occasions = [
    ['insert', 'new', 'insert', refersTo(`new.${column}`)],
    ['update', 'new', `update of ${column}`, `new.${column} <> old.${column} and (${either})`],
    ['delete', 'old', 'delete', refersTo(`old.${column}`)],
  ] as const
  for (const [name, row, event, condition] of occasions) {
    const trigger = `images_of_${table}_${column}_${name}`
    if (engine === 'postgres') {
      await run(`create function ${trigger}() returns trigger language plpgsql as $$
        begin ${note(row)}; return null; end $$`)
    }
    const body = engine === 'postgres' ? `execute function ${trigger}()` : `begin ${note(row)}; end`
    await run(`create trigger ${trigger} after ${event} on ${table}
      for each row when (${condition}) ${body}`)
  }
  await run(`insert into image_changes (table_name, row_id)
    select '${table}', cast(${key} as text) from ${table}
    where ${refersTo(column)}`)
}

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'

/**
 * PostgreSQL guesses how many applications have a word from a sample of their texts. Of the 100 that it keeps by
 * default often none has a word that a twentieth of all have, and one of them alone stands for 10,000 of a million.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  if (engine === 'sqlite') return
  await sql`alter table applications alter column search_text set statistics 300`.execute(database)
  // The server looks by itself once a tenth has changed. An empty table would be remembered as empty.
  const { rows } = await sql`select from applications limit 1`.execute(database)
  if (rows.length > 0) await sql`analyze applications (search_text)`.execute(database)
}

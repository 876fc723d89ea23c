import { type Kysely, sql } from 'kysely'

const filledAtOnce = 500

/**
 * Whom an email goes to and its subject, in searchable form: SQLite's `lower` knows ASCII alone. A process of the
 * version before writes none.
 */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('outbox')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update outbox set search_text = lower(recipient || ' ' || subject)`.execute(database)
  for (let after: number | undefined = 0; after !== undefined; ) after = await fill(database, after)
}

/** Fills some rows with letters beyond ASCII. @returns the last id; undefined where there are none */
async function fill(database: Kysely<unknown>, after: number) {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, recipient || ' ' || subject as text from outbox
    where id > ${after} and octet_length(recipient || subject) > length(recipient || subject)
    order by id limit ${filledAtOnce}
  `.execute(database)
  if (rows.length === 0) return
  const values = rows.map(({ id, text }) => sql`(cast(${id} as integer), ${searchable(text)})`)
  await sql`
    update outbox set search_text = filled.column2 from (values ${sql.join(values)}) as filled
    where id = filled.column1
  `.execute(database)
  return rows.at(-1)?.id
}

const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

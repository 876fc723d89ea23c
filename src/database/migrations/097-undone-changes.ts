import { type Kysely, sql } from 'kysely'

/** Which changes of applications took others back: until here, only the words of their notes told that. */
export async function up(database: Kysely<unknown>) {
  await database.schema
    .alterTable('application_history')
    .addColumn('is_undo', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update application_history set is_undo = 1
    where kind = 'status' and notes = 'Change undone' and from_status <> to_status
  `.execute(database)
  // Applications in the trash come back with their histories. Within a text, the JSON has other quotation marks.
  await sql`
    update trash set snapshot =
      replace(snapshot, '"notes":"Change undone"', '"notes":"Change undone","is_undo":1')
    where kind = 'application' and snapshot like '%"notes":"Change undone"%'
  `.execute(database)
}

import { type Kysely, sql } from 'kysely'
import { required } from '../columns.ts'

/** Testimonials have a place, by which visitors see them: so far, the newest first. */
export async function up(database: Kysely<unknown>) {
  const { schema } = database
  await schema
    .alterTable('testimonials')
    .addColumn('place', 'integer', (column) => required(column).defaultTo(0))
    .execute()
  await sql`
    update testimonials set place = (
      select count(*) from testimonials as newer
      where newer.created_at > testimonials.created_at
        or (newer.created_at = testimonials.created_at and newer.id > testimonials.id)
    )
  `.execute(database)
  await schema
    .createIndex('testimonials_place')
    .on('testimonials')
    .columns(['status', 'place', 'id'])
    .execute()
}

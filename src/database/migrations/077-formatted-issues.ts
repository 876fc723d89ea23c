import type { Kysely } from 'kysely'

/**
 * The formatted text of an issue of the newsletter. The plain text stays for the version before, which may write it
 * while it still runs: `content_of` is the hash of the text that the formatted one goes with.
 */
export async function up(database: Kysely<unknown>) {
  for (const name of ['content', 'content_of']) {
    await database.schema
      .alterTable('newsletter_issues')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
}

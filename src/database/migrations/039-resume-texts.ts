import { type Kysely, sql } from 'kysely'
import { columnsOf, type Engine } from '../columns.ts'

/**
 * The text of each resume, and an index of its words. SQLite's keeps no copy of the text, nor where in it a word
 * stands; it has each beginning of three to twelve letters, so that those are found without merging the words that have
 * them.
 */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { time } = columnsOf(engine)
  await database.schema
    .createTable('resume_texts')
    .addColumn('file_id', 'integer', (column) =>
      column.primaryKey().references('files.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', time)
    .execute()
  const statements =
    engine === 'postgres'
      ? [
          'alter table resume_texts add column words tsvector',
          'create index resume_texts_words on resume_texts using gin (words) with (fastupdate = off)',
        ]
      : [
          `create virtual table resume_texts_search using fts5(
            words, content='', contentless_delete=1, detail=none,
            tokenize="ascii tokenchars '+#'", prefix='3 4 5 6 7 8 9 10 11 12'
          )`,
          `create trigger resume_texts_search_delete after delete on resume_texts
            begin delete from resume_texts_search where rowid = old.file_id; end`,
        ]
  for (const statement of [
    ...statements,
    // Those in the trash, too: their files are still claimed.
    `insert into resume_texts (file_id, next_try_at)
      select id, created_at from files where key like 'resumes/%' and claimed_at is not null`,
    'create index resume_texts_due on resume_texts (file_id) where next_try_at is not null',
  ]) {
    await sql.raw(statement).execute(database)
  }
}

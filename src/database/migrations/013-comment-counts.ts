import { type Kysely, sql } from 'kysely'
import { type Engine, required } from '../columns.ts'

/** Counts of comments, which triggers keep, and indexes for the lists of visitors and staff. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  const { schema } = database
  await schema
    .createTable('comment_counts')
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('articles.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', required)
    .addColumn('is_held', 'integer', required)
    .addColumn('is_reply', 'integer', required)
    .addColumn('total', 'integer', required)
    .addPrimaryKeyConstraint('comment_counts_key', ['article_id', 'status', 'is_held', 'is_reply'])
    .execute()
  // The triggers first: on PostgreSQL they keep other processes from writing comments until the commit.
  for (const trigger of engine === 'postgres' ? postgresTriggers : sqliteTriggers) {
    await sql.raw(trigger).execute(database)
  }
  await sql.raw(`insert into comment_counts ${countsOf('comments')}`).execute(database)

  const visible = `(status = 'APPROVED' or (status = 'PENDING' and held_at is null))`
  for (const index of [
    `comments_visible on comments (article_id, created_at, id) where parent_id is null and ${visible}`,
    `comments_visible_reply on comments (parent_id, id) where parent_id is not null and ${visible}`,
    'comments_held on comments (created_at, id) where held_at is not null',
    'comments_status on comments (status, created_at, id)',
    'comments_article_status on comments (article_id, status, created_at, id)',
    'comments_name on comments (name_key, id)',
    'comments_status_name on comments (status, name_key, id)',
  ]) {
    await sql.raw(`create index ${index}`).execute(database)
  }
}

/** 1 where a column is set, 0 where it is null. */
const isSet = (column: string) => `case when ${column} is null then 0 else 1 end`

/** The counts of a table's comments, in the order of their key: the order in which rows are locked. */
const countsOf = (table: string) => `
  select article_id, status, ${isSet('held_at')} as is_held, ${isSet('parent_id')} as is_reply, count(*) as total
  from ${table} group by 1, 2, 3, 4 order by 1, 2, 3, 4`

/** Matches the count of a comment. */
const countedAs = (comment: string) => `
  comment_counts.article_id = ${comment}.article_id and comment_counts.status = ${comment}.status
  and comment_counts.is_held = ${isSet(`${comment}.held_at`)}
  and comment_counts.is_reply = ${isSet(`${comment}.parent_id`)}`

const addNew = `
  insert into comment_counts
  values (new.article_id, new.status, ${isSet('new.held_at')}, ${isSet('new.parent_id')}, 1)
  on conflict do update set total = total + 1;`
const removeOld = `update comment_counts set total = total - 1 where ${countedAs('old')};`

/** Run for each row, also for those that foreign keys delete. */
const sqliteTriggers = [
  `create trigger comments_inserted after insert on comments begin ${addNew} end`,
  `create trigger comments_deleted after delete on comments begin ${removeOld} end`,
  `create trigger comments_updated after update of article_id, parent_id, status, held_at on comments
    begin ${removeOld} ${addNew} end`,
]

/** Run once for each statement: a count that changed for each of many rows would leave as many dead rows. */
const postgresTriggers = [
  `create function count_comments() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update comment_counts set total = comment_counts.total - gone.total
        from (${countsOf('removed')}) as gone
        where comment_counts.article_id = gone.article_id and comment_counts.status = gone.status
          and comment_counts.is_held = gone.is_held and comment_counts.is_reply = gone.is_reply;
      end if;
      if tg_op <> 'DELETE' then
        insert into comment_counts ${countsOf('added')}
        on conflict (article_id, status, is_held, is_reply)
        do update set total = comment_counts.total + excluded.total;
      end if;
      return null;
    end $$`,
  `create trigger comments_inserted after insert on comments
    referencing new table as added for each statement execute function count_comments()`,
  `create trigger comments_deleted after delete on comments
    referencing old table as removed for each statement execute function count_comments()`,
  `create trigger comments_updated after update on comments
    referencing old table as removed new table as added for each statement execute function count_comments()`,
]

import { type Kysely, sql } from 'kysely'
import { type Engine, required } from '../columns.ts'

/** Counts of applications, which triggers keep, and an index for those of an assignee. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  await database.schema
    .createTable('application_counts')
    .addColumn('cohort_id', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('tech_stack_id', 'text', required)
    .addColumn('level', 'text', required)
    .addColumn('gender', 'text', required)
    .addColumn('has_place', 'integer', required)
    .addColumn('total', 'integer', required)
    .addPrimaryKeyConstraint('application_counts_key', [...key])
    .execute()
  // The triggers first: on PostgreSQL they keep other processes from writing applications until the commit.
  const triggers = engine === 'postgres' ? postgresTriggers : sqliteTriggers
  for (const statement of [...triggers, addChanges(changesOf('applications', 1))]) {
    await sql.raw(statement).execute(database)
  }
  // Those that somebody takes care of are counted from this index alone, as the rest were from the one that it
  // replaces. The second column is one by which few are filtered: pages are still found in the index of their order.
  await database.schema.dropIndex('applications_counted').execute()
  await database.schema
    .createIndex('applications_assigned')
    .on('applications')
    .columns(['assignee_id', 'waiting_since', 'gender', 'level'])
    .columns(['status', 'cohort_id', 'tech_stack_id'])
    .execute()
}

const key = ['cohort_id', 'status', 'tech_stack_id', 'level', 'gender', 'has_place'] as const
const columns = key.join(', ')

/** What an application is counted as. */
const keyOf = (row: string) =>
  `${row}.cohort_id, ${row}.status, ${row}.tech_stack_id, coalesce(${row}.level, ''), ${row}.gender,
    case when ${row}.waiting_since is null then 0 else 1 end`

const onConflict = `on conflict (${columns}) do update set total = application_counts.total + excluded.total`

const addOne = (row: string, change: 1 | -1) =>
  `insert into application_counts values (${keyOf(row)}, ${change}) ${onConflict};`

/** Run for each row. */
const sqliteTriggers = [
  `create trigger application_counts_insert after insert on applications
    begin ${addOne('new', 1)} end`,
  `create trigger application_counts_delete after delete on applications
    begin ${addOne('old', -1)} end`,
  `create trigger application_counts_update
    after update of cohort_id, status, tech_stack_id, level, gender, waiting_since on applications
    begin ${addOne('old', -1)} ${addOne('new', 1)} end`,
]

const changesOf = (rows: string, change: 1 | -1) => `select ${keyOf(rows)}, ${change} from ${rows}`

/** In the order of the key, in which rows are locked; what stays the same isn't written. */
const addChanges = (changes: string) => `
  with changes (${columns}, change) as (${changes})
  insert into application_counts
  select ${columns}, sum(change) from changes
  where true group by ${columns} having sum(change) <> 0 order by ${columns}
  ${onConflict}`

/** Run once for each statement: a count that changed for each of many rows would leave as many dead rows. */
const postgresTriggers = Object.entries({
  insert: { tables: 'new table as added', changes: changesOf('added', 1) },
  delete: { tables: 'old table as removed', changes: changesOf('removed', -1) },
  update: {
    tables: 'old table as removed new table as added',
    changes: `${changesOf('removed', -1)} union all ${changesOf('added', 1)}`,
  },
}).flatMap(([event, { tables, changes }]) => [
  `create function count_applications_${event}() returns trigger language plpgsql as $$
    begin ${addChanges(changes)}; return null; end $$`,
  `create trigger application_counts_${event} after ${event} on applications
    referencing ${tables} for each statement execute function count_applications_${event}()`,
])

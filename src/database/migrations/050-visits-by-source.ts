import { type Kysely, sql } from 'kysely'
import { type Engine, required } from '../columns.ts'

const counted = [
  'page_views',
  'landings',
  'clicks',
  'video_plays',
  'seconds',
  'scroll_25',
  'scroll_50',
  'scroll_75',
  'scroll_90',
  'scroll_100',
  'time_30',
  'time_60',
  'time_120',
  'time_300',
]

/** Visits by source and device as well, by day and by month, and visitors by day. */
export async function up(database: Kysely<unknown>, _engine: Engine) {
  let totals = database.schema
    .createTable('visit_totals')
    .addColumn('period', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('device', 'text', required)
  for (const column of counted) totals = totals.addColumn(column, 'bigint', required)
  await totals
    .addPrimaryKeyConstraint('visit_totals_key', ['period', 'path', 'source', 'device'])
    .execute()
  await database.schema
    .createTable('visit_values')
    .addColumn('event', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('count', 'bigint', required)
    .addPrimaryKeyConstraint('visit_values_key', [
      'event',
      'period',
      'path',
      'source',
      'device',
      'value',
    ])
    .execute()
  await database.schema
    .createTable('visitor_days')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('salt', 'text', required)
    .addColumn('registers', 'text', required)
    .addColumn('visitors', 'integer', required)
    .execute()
  for (const length of [10, 7]) await copy(database, sql.lit(length))
  // The old table stays: while an update is under way, the version before still writes into it.
}

/** The counts so far, by day (10 letters of it) or month (7), of which neither source nor device is known. */
async function copy(database: Kysely<unknown>, length: ReturnType<typeof sql.lit>) {
  const sumOf = (event: string, value = '', column = 'count') =>
    sql`coalesce(sum(case when event = ${sql.lit(event)} and (event = 'click' or value = ${sql.lit(value)})
      then ${sql.ref(column)} end), 0)`
  const sums = [
    sumOf('page_view'),
    sql`0`,
    sumOf('click'),
    sumOf('Watch Video'),
    sumOf('total_time', '', 'seconds'),
    ...['25', '50', '75', '90', '100'].map((percent) => sumOf('scroll_depth', percent)),
    ...['30', '60', '120', '300'].map((seconds) => sumOf('time_on_page', seconds)),
  ]
  const period = sql`substr(cast(day as text), 1, ${length})`
  await sql`insert into visit_totals
    select ${period}, path, '', '', ${sql.join(sums)} from visit_counts group by 1, 2`.execute(
    database,
  )
  await sql`insert into visit_values
    select event, ${period}, path, '', '', value, sum(count) from visit_counts
    where event = 'click' group by 1, 2, 3, 6`.execute(database)
}

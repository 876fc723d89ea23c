import { type Kysely, sql } from 'kysely'

/** Where applications were before each change of their place, and which user has edited a row. */
export async function up(database: Kysely<unknown>) {
  await addPlaces(database)
  // Of edits from before it isn't told: several users may have one name.
  await database.schema.alterTable('edits').addColumn('by_user_id', 'integer').execute()
}

/**
 * Until here, only the texts of the history told the places. Of moves it is told by the name of the cohort, where one alone
 * fits; the others stay unknown.
 */
async function addPlaces(database: Kysely<unknown>) {
  for (const column of ['from_cohort_id', 'from_waiting']) {
    await database.schema.alterTable('application_history').addColumn(column, 'integer').execute()
  }
  const named = sql`from cohorts where from_text in (cohorts.name, cohorts.name || ' (waiting list)')`
  await sql`
    update application_history set
      from_cohort_id = (select min(cohorts.id) ${named}),
      from_waiting = (select min(case when cohorts.name = from_text then 0 else 1 end) ${named})
    where kind = 'move' and (select count(*) ${named}) = 1
  `.execute(database)
  const laterMoves = sql`from application_history as later
    where later.application_id = application_history.application_id
      and later.kind = 'move' and later.id > application_history.id`
  await sql`
    update application_history set
      from_cohort_id = case when exists (select 1 ${laterMoves})
        then (select later.from_cohort_id ${laterMoves} order by later.id limit 1)
        else (select cohort_id from applications where id = application_history.application_id) end,
      from_waiting = case when from_text = 'Waiting list' then 1 else 0 end
    where kind = 'waiting'
  `.execute(database)
}

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Computes the means of these applications again, by the criteria that their cohorts have now. */
export async function recountScores(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length > 0)
    await recount(transaction, sql<boolean>`applications.id in (${sql.join(ids)})`)
}

/** The same of all applications of a cohort. */
export const recountCohortScores = (transaction: Transaction<Tables>, cohort: number) =>
  recount(transaction, sql<boolean>`applications.cohort_id = ${cohort}`)

/** @param condition on the applications */
async function recount(transaction: Transaction<Tables>, condition: RawBuilder<boolean>) {
  const affected = sql`application_id in (select id from applications where ${condition})`
  // Before their scorings, in the order in which they lose a user who is deleted.
  await transaction
    .selectFrom('applications')
    .select('id')
    .where(condition)
    .where('id', 'in', (scored) =>
      scored.selectFrom('application_scorings').select('application_id'),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await sql`
    update application_scorings set mean = (
      select case when count(*) = (
        select count(*) from score_criteria as needed
        join applications as scored on scored.cohort_id = needed.cohort_id
        where needed.archived_at is null and scored.id = application_scorings.application_id
      ) then coalesce(round(avg(value) * 100), 0) else 0 end
      from application_scores
      join score_criteria on score_criteria.id = criterion_id
      join applications on applications.cohort_id = score_criteria.cohort_id
      where scoring_id = application_scorings.id
        and applications.id = application_scorings.application_id
        and score_criteria.archived_at is null
    ) where ${affected}
  `.execute(transaction)
  await sql`
    update applications set
      score_mean = coalesce((
        select round(avg(mean)) from application_scorings
        where application_id = applications.id and mean > 0
      ), 0),
      score_count = (
        select count(*) from application_scorings
        where application_id = applications.id and mean > 0
      )
    where id in (select application_id from application_scorings where ${affected})
  `.execute(transaction)
}

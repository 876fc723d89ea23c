import type { Transaction } from 'kysely'
import { keepUsers, lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, movedMeanwhile, notFound } from '#platform/http/errors.ts'
import type { ApplicationScores } from '../scores-contract.ts'
import { findCriteria } from './criteria.ts'
import { lockCohortsOf } from './lock-cohorts.ts'
import { recountScores } from './recount-scores.ts'
import { meanOf } from './score-columns.ts'

/** How an application is scored, as a user may see it: how others did is hidden until they have done so themselves. */
export async function findScores(
  database: Database,
  id: number,
  viewer: number,
): Promise<ApplicationScores | null> {
  const application = await database
    .selectFrom('applications')
    .select(['cohort_id as cohort', 'score_mean'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!application) return null
  const { cohort, score_mean } = application
  const criteria = await findCriteria(database, cohort)
  const scorings = await database
    .selectFrom('application_scorings')
    .select(['id', 'user_id', 'by_name', 'mean'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute()
  const values = await findValues(
    database,
    scorings.map((scoring) => scoring.id),
  )
  const scoresOf = (scoring: number) =>
    criteria.flatMap(({ id: criterion }) => {
      const found = values.find((one) => one.scoring_id === scoring && one.criterion === criterion)
      return found ? [{ criterion, value: found.value }] : []
    })
  const own = scorings.find(({ user_id }) => user_id === viewer)
  const complete = scorings.filter(({ mean, user_id }) => mean > 0 && user_id !== viewer)
  const maySee = own !== undefined && own.mean > 0
  return {
    id,
    cohort,
    criteria,
    mine: own ? scoresOf(own.id) : [],
    my_mean: own ? meanOf(own.mean) : null,
    colleagues: (maySee ? complete : []).map((scoring) => ({
      id: scoring.id,
      by: scoring.by_name,
      mean: scoring.mean / 100,
      scores: scoresOf(scoring.id),
    })),
    hidden: maySee ? 0 : complete.length,
    mean: maySee ? meanOf(score_mean) : null,
  }
}

const findValues = async (database: Database, scorings: readonly number[]) =>
  scorings.length === 0
    ? []
    : database
        .selectFrom('application_scores')
        .select(['scoring_id', 'criterion_id as criterion', 'value'])
        .where('scoring_id', 'in', scorings)
        .execute()

/**
 * Gives or takes back a user's scores of an application.
 * @param scores by the ids of criteria; null takes one back
 * @throws 404; 409 when there is no such criterion any more
 */
export async function scoreApplication(
  transaction: Transaction<Tables>,
  id: number,
  scores: Readonly<Record<string, number | null>>,
  { by, at }: { by: { id: number; name: string }; at: string },
) {
  await keepUsers(transaction, [by.id])
  // The lock keeps the criteria as they are, and lets no two tabs begin at once.
  const cohorts = await lockCohortsOf(transaction, [id])
  const application = await transaction
    .selectFrom('applications')
    .select('cohort_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  if (!cohorts.has(application.cohort_id)) throw movedMeanwhile()
  const known = new Set(
    (await findCriteria(transaction, application.cohort_id)).map((one) => one.id),
  )
  const given = Object.entries(scores).map(([key, value]) => ({ criterion: Number(key), value }))
  if (!given.every(({ criterion }) => known.has(criterion))) {
    throw conflict('The criteria of this cohort have changed. Please look at them again.')
  }
  await lockRow(transaction, 'applications', id)
  const scoring = await findOrBegin(transaction, id, by, at)
  await transaction
    .deleteFrom('application_scores')
    .where('scoring_id', '=', scoring)
    .where(
      'criterion_id',
      'in',
      given.map(({ criterion }) => criterion),
    )
    .execute()
  const values = given.flatMap(({ criterion, value }) =>
    value === null ? [] : [{ scoring_id: scoring, criterion_id: criterion, value }],
  )
  if (values.length > 0) await transaction.insertInto('application_scores').values(values).execute()
  await recountScores(transaction, [id])
  // Whoever has taken all back has scored nothing.
  await transaction
    .deleteFrom('application_scorings')
    .where('id', '=', scoring)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('application_scores').select('value').where('scoring_id', '=', scoring)),
      ),
    )
    .execute()
}

async function findOrBegin(
  transaction: Transaction<Tables>,
  application_id: number,
  by: { id: number; name: string },
  at: string,
) {
  const found = await transaction
    .updateTable('application_scorings')
    .set({ by_name: by.name, updated_at: at })
    .where('application_id', '=', application_id)
    .where('user_id', '=', by.id)
    .returning('id')
    .executeTakeFirst()
  if (found) return found.id
  const { id } = await transaction
    .insertInto('application_scorings')
    .values({ application_id, user_id: by.id, by_name: by.name, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

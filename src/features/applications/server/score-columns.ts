import { sql } from 'kysely'

const scoredBy = (viewer: number) =>
  sql`select application_id from application_scorings where user_id = ${viewer} and mean > 0`

/** Whether a user sees how an application was scored: they have scored it by every criterion. Looked up row by row. */
export const isScoreShownTo = (viewer: number) => sql<boolean>`exists (
  select 1 from application_scorings
  where application_id = applications.id and user_id = ${viewer} and mean > 0
)`

/** Whether a user has scored an application by every criterion; begins with all that they have. */
export const isScoredBy = (viewer: number) =>
  sql<boolean>`(applications.id in (${scoredBy(viewer)}))`

/**
 * The same in the order of the scores: walks the index of that order, and looks each up among those that the user has
 * scored. The plus keeps SQLite from beginning with these, which it would have to sort.
 */
export const isScoredInOrder = (viewer: number) =>
  sql<boolean>`(applications.score_mean > 0 and +applications.id in (${scoredBy(viewer)}))`

/** Whether an application can be scored. */
export const hasCriteria = sql<boolean>`(
  applications.cohort_id in (select cohort_id from score_criteria where archived_at is null)
)`

/** Whether a user could score an application, and has not done so by every criterion. */
export const lacksScoreOf = (viewer: number) =>
  sql<boolean>`(${hasCriteria} and applications.id not in (${scoredBy(viewer)}))`

/** When an application got its status. */
export const statusSince = sql<string>`coalesce((
  select max(created_at) from application_history
  where application_history.application_id = applications.id
    and (from_status is null or from_status <> to_status)
), applications.created_at)`

/** A stored mean as the wire has it: 325 is 3.25. */
export const meanOf = (hundredths: number) => (hundredths === 0 ? null : hundredths / 100)

import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { pluralize } from '#shared/format.ts'
import type { Scorecard } from '../scores-contract.ts'
import { recountCohortScores } from './recount-scores.ts'

/** What the applications of a cohort are scored by, in order. */
export const findCriteria = (database: Database, cohort: number) =>
  database
    .selectFrom('score_criteria')
    .select(['id', 'name', 'hint'])
    .where('cohort_id', '=', cohort)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The criteria of a cohort, with how many of its applications somebody has scored. */
export async function findScorecard(database: Database, id: number): Promise<Scorecard | null> {
  const cohort = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cohort) return null
  const { total: scored } = await countOf(
    database
      .selectFrom('applications')
      .where('cohort_id', '=', id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('application_scorings')
            .select('id')
            .whereRef('application_id', '=', 'applications.id'),
        ),
      ),
  ).executeTakeFirstOrThrow()
  return { ...cohort, criteria: await findCriteria(database, id), scored }
}

type CriterionInput = { id?: number | null; name: string; hint: string }

type CriteriaChange = {
  id: number
  criteria: readonly CriterionInput[]
  /** Whether the user knows that scores are archived, or incomplete from now on. */
  isConfirmed: boolean
  expected: string | undefined
}

/** Sets the criteria of a cohort. Those that are left out are archived, and come back with their scores. */
export function setCriteria(context: RequestContext, change: CriteriaChange): Promise<Scorecard> {
  const { id, criteria, isConfirmed, expected } = change
  return editRow(context, 'This cohort', {
    table: 'cohorts',
    id,
    expected,
    changes: { criteria },
    find: (transaction) => findScorecard(transaction, id),
    async write(transaction, _, version, { scored }) {
      const { kept, archived, isAdded } = resolve(await findAllCriteria(transaction, id), criteria)
      const added = kept.filter(isAdded)
      if (scored > 0 && added.length + archived.length > 0 && !isConfirmed) {
        throw invalidFields({ is_confirmed: [consequences(scored, added, archived)] })
      }
      for (const [position, { known, name, hint }] of kept.entries()) {
        const values = { name, name_key: searchable(name), hint, position, archived_at: null }
        await (known
          ? transaction.updateTable('score_criteria').set(values).where('id', '=', known.id)
          : transaction.insertInto('score_criteria').values({ ...values, cohort_id: id })
        ).execute()
      }
      for (const one of archived) {
        await transaction
          .updateTable('score_criteria')
          .set({ archived_at: version })
          .where('id', '=', one.id)
          .execute()
      }
      await transaction
        .updateTable('cohorts')
        .set({ updated_at: version })
        .where('id', '=', id)
        .execute()
      if (added.length + archived.length > 0) await recountCohortScores(transaction, id)
      const details = { added: added.length, archived: archived.length }
      const line = { action: 'changed', target: 'criteria of cohort', id, details } as const
      await writeAudit(transaction, context, line)
    },
  })
}

const findAllCriteria = (transaction: Transaction<Tables>, cohort: number) =>
  transaction
    .selectFrom('score_criteria')
    .select(['id', 'name', 'name_key', 'archived_at'])
    .where('cohort_id', '=', cohort)
    // Among those of one name, the one in use comes first, then the one that was in use last.
    .orderBy((order) => order.case().when('archived_at', 'is', null).then(0).else(1).end())
    .orderBy('archived_at', 'desc')
    .execute()

type Known = Awaited<ReturnType<typeof findAllCriteria>>[number]

/**
 * Finds the criteria that are meant: by their ids, or by names that they have or had.
 * @throws 400 when an id is of none that is in use, or a name stands twice
 */
function resolve(all: readonly Known[], wanted: readonly CriterionInput[]) {
  const inUse = all.filter(({ archived_at }) => archived_at === null)
  const named = new Set(wanted.flatMap(({ id }) => id ?? []))
  const kept = wanted.map(({ id, name, hint }) => {
    const known = id
      ? inUse.find((one) => one.id === id)
      : all.find((one) => one.name_key === searchable(name) && !named.has(one.id))
    if (id && !known) {
      throw invalidFields({
        criteria: [`“${name}” has been taken out meanwhile. Please look at the criteria again`],
      })
    }
    return { known, name, hint }
  })
  const names = new Set(kept.map(({ name }) => searchable(name)))
  const ids = new Set(kept.flatMap(({ known }) => known?.id ?? []))
  if (names.size < kept.length || named.size < wanted.filter(({ id }) => id).length) {
    throw invalidFields({ criteria: ['Each criterion needs a name of its own'] })
  }
  const isAdded = ({ known }: { known: Known | undefined }) => !known || known.archived_at !== null
  return { kept, archived: inUse.filter(({ id }) => !ids.has(id)), isAdded }
}

function consequences(
  scored: number,
  added: readonly { name: string }[],
  archived: readonly { name: string }[],
) {
  const listed = (some: readonly { name: string }[]) =>
    some.map(({ name }) => `“${name}”`).join(', ')
  const lines = [`Scores have been given to ${pluralize(scored, 'application')}.`]
  if (archived.length > 0) {
    lines.push(
      `Those by ${listed(archived)} do not count any more; they are kept, and come back if a criterion of that name does.`,
    )
  }
  if (added.length > 0) {
    lines.push(`Whoever has scored counts again once they have scored by ${listed(added)}, too.`)
  }
  return `${lines.join(' ')} Please confirm.`
}

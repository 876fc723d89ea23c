import type { Transaction } from 'kysely'
import { z } from 'zod'
import { isForeignKeyViolation } from '#database/errors.ts'
import { lockRow, lockRows } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, type FieldErrors, invalidFields, notFound } from '#platform/http/errors.ts'
import { throwIfInvalid, withFurtherErrors } from '#platform/http/further-errors.ts'
import { implementContract, isStaffView } from '#platform/http/procedures.ts'
import { createAudited, createOnce } from '#platform/rows/audited.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { checkHtml } from '#platform/text/html.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { dateSchema, idSchema } from '#shared/fields.ts'
import { recruiters } from '#shared/roles.ts'
import { cohortsContract } from '../contract.ts'
import { closingTime } from '../validation.ts'
import { aMonthOn, copyCriteria, copyEmails, findNamesLike } from './duplicate.ts'
import {
  findCohort,
  findCohorts,
  findShownCohorts,
  hasMovedInterviews,
  insertCohort,
  type StoredCohort,
  updateCohort,
} from './queries.ts'

const procedures = implementContract(cohortsContract)

export const cohortTrash = trashKind({
  name: 'cohort',
  table: 'cohorts',
  titleOf: ({ name }) => name,
})

/** What the schema can't find. */
function problemsOf({ start, end, short_description = '' }: Partial<CohortFields>): FieldErrors {
  const checked = checkHtml(short_description)
  return {
    ...('problem' in checked && { short_description: [checked.problem] }),
    ...(start && end && end <= start && { end: ['The end must be after the start'] }),
  }
}

/** What can be checked by itself of what the schema refuses. A date that is none is empty: not the stored one counts. */
const checkable = z
  .object({
    id: idSchema.optional(),
    start: dateSchema.optional().catch(''),
    end: dateSchema.optional().catch(''),
    short_description: z.string().max(5_000).optional().catch(undefined),
  })
  .catch({})

const furtherErrors = withFurtherErrors(async ({ database }, input) => {
  const { id, ...sent } = checkable.parse(input)
  const stored = id === undefined ? null : await findCohort(database, id)
  return problemsOf({ ...stored?.cohort, ...omitUndefined(sent) })
})

export const cohortsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => {
    return isStaffView(context, recruiters, Boolean(input.status || input.search || input.ordering))
      ? findCohorts(context.database, input, input)
      : findShownCohorts(context.database, input, context.now())
  }),

  create: procedures.create.use(furtherErrors).handler(async ({ input, context }) => {
    throwIfInvalid(problemsOf(input))
    const id = await createAudited(context, 'cohort', (transaction) =>
      insertCohort(transaction, toStored(input), context.now().toISOString()),
    )
    return (await getCohort(context.database, id)).cohort
  }),

  update: procedures.update.use(furtherErrors).handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    return editRow(context, 'This cohort', {
      table: 'cohorts',
      id,
      expected,
      changes,
      audit: { target: 'cohort' },
      find: async (transaction) => (await findCohort(transaction, id))?.cohort ?? null,
      async write(transaction, after, version) {
        const { storedStatus } = await getCohort(transaction, id)
        throwIfInvalid(problemsOf({ ...after, short_description: changes.short_description }))
        // What is shown as full is stored as open.
        const status = changes.status ?? storedStatus
        await updateCohort(transaction, id, toStored({ ...after, status }), version)
      },
    })
  }),

  duplicate: procedures.duplicate.handler(async ({ input, context }) => {
    const { id } = await createOnce(context, 'cohort', async (transaction) => {
      // Two copies at once would get the same name.
      await lockRow(transaction, 'cohorts', input.id)
      const { cohort } = await getCohort(transaction, input.id)
      const names = await findNamesLike(transaction, cohort.name)
      const copy = toStored(aMonthOn(cohort, names))
      const copied = await insertCohort(transaction, copy, context.now().toISOString())
      await copyCriteria(transaction, input.id, copied)
      await copyEmails(transaction, input.id, copied)
      return { id: copied, details: { of: input.id } }
    })
    return (await getCohort(context.database, Number(id))).cohort
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    try {
      const isDeleted = await discardAudited(context, cohortTrash, input.id, (transaction) =>
        checkDeletion(transaction, input.id),
      )
      if (!isDeleted) throw notFound('This cohort')
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw conflict(
        'This cohort has applications. Close it instead, or delete its applications first.',
      )
    }
  }),
})

type CohortFields = Omit<StoredCohort, 'closes_at'>

const toStored = (cohort: CohortFields) => ({
  ...cohort,
  short_description: cleanHtml(cohort.short_description),
  closes_at: closingTime(cohort).toISOString(),
})

function cleanHtml(text: string) {
  const checked = checkHtml(text)
  if ('problem' in checked) throw invalidFields({ short_description: [checked.problem] })
  return checked.html
}

/** @throws 409 where the times that go with it are those of interviews that took place */
async function checkDeletion(transaction: Transaction<Tables>, id: number) {
  await lockRows(transaction, 'cohorts', [id])
  if (!(await hasMovedInterviews(transaction, id))) return
  throw conflict(
    'Applicants who are in another cohort now were interviewed in this one. Close it instead: it can be deleted 90 days after the last of these interviews.',
  )
}

async function getCohort(database: Database, id: number) {
  const cohort = await findCohort(database, id)
  if (!cohort) throw notFound('This cohort')
  return cohort
}

import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { findPage } from '#database/page.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import { contains, wordsOf } from '#database/search.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { errorBody, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { findPageWithinLimit } from '#platform/rows/paging-limit.ts'
import { withNotices } from '#platform/rows/stream-batch.ts'
import type { TrashKind } from '#platform/trash/discard.ts'
import { compareNames } from '#shared/compare-names.ts'
import { idSchema } from '#shared/fields.ts'
import { type RowKindName, rowKindsFor } from '#shared/row-kinds.ts'
import { trashContract } from '../contract.ts'
import { endsAt, purgeEntry } from './purge.ts'
import { restoreEntry, type TrashKinds } from './restore.ts'

const procedures = implementContract(trashContract)

/** @param kinds each feature's description of its rows: features know nothing of each other */
export function trashHandlers(kinds: TrashKinds) {
  const kindsOf = (context: RequestContext) => rowKindsFor(requireViewer(context).role)

  return procedures.router({
    list: procedures.list.handler(async ({ input, context }) => {
      const wanted = kindsOf(context).filter((kind) => input.kind?.includes(kind) ?? true)
      let query = context.database.selectFrom('trash').where('kind', 'in', ['', ...wanted])
      if (input.by) query = query.where('by_user_id', '=', input.by)
      for (const word of wordsOf(input.search ?? '')) {
        query = query.where(contains('search_text', word))
      }
      const ordered = query
        .select(['id', 'kind', 'row_id', 'title', 'dependents', 'by_name as by'])
        .select('created_at as deleted_at')
        .select(
          sql<number>`(select count(*) from trash_files where trash_id = trash.id)`.as('files'),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
      const page = await findPageWithinLimit(input, (one) => findPage(query, ordered, one))
      const results = page.results.map((row) => ({
        ...row,
        kind: row.kind as RowKindName,
        files: Number(row.files),
        ends_at: endsAt(row.deleted_at),
      }))
      return { ...page, results }
    }),

    people: procedures.people.handler(async ({ context }) => {
      const rows = await context.database
        .selectFrom('trash')
        .select(['by_user_id as id', (select) => select.fn.max('by_name').as('name')])
        .where('kind', 'in', kindsOf(context))
        .groupBy('by_user_id')
        .execute()
      return { results: rows.sort((a, b) => compareNames(a.name, b.name)) }
    }),

    restore: procedures.restore.handler(({ input, context }) =>
      restoreEntry(context, kinds, input.id),
    ),

    undo: procedures.undo.handler(async ({ input, context }) => {
      const rows = await context.database
        .selectFrom('trash')
        .select(['row_id', (select) => select.fn.max('id').as('id')])
        .where('kind', '=', input.kind)
        .where('row_id', 'in', input.row_ids)
        .groupBy('row_id')
        .orderBy('id', 'desc')
        .execute()
      const ids = new Map(rows.map(({ row_id, id }) => [row_id, Number(id)]))
      const isAllowed = kindsOf(context).includes(input.kind)
      // Newest deletion first: an older one may belong to it, and what has no entry may have come back with one.
      return eachOf([...new Set([...ids.keys(), ...input.row_ids])], async (rowId) => {
        const id = ids.get(rowId)
        if (id !== undefined) return restoreEntry(context, kinds, id)
        if (!isAllowed || !(await isThere(context, kinds[input.kind], rowId)))
          throw notFound('This')
      })
    }),

    restoreEach: procedures.restoreEach.handler(({ input, context }) =>
      // Newest deletion first: an older one may belong to it.
      eachOf(sorted(input.trash_ids).reverse(), (id) => restoreEntry(context, kinds, id)),
    ),

    delete: procedures.delete.handler(({ input, context }) => purge(context, input.id)),

    deleteEach: procedures.deleteEach.handler(({ input, context }) =>
      eachOf(sorted(input.trash_ids), (id) => purge(context, id)),
    ),
  })
}

async function purge(context: RequestContext, id: number): Promise<undefined> {
  if (!(await purgeEntry(context, id, context))) throw notFound('This')
}

async function isThere({ database }: RequestContext, { table }: TrashKind, rowId: string) {
  // PostgreSQL refuses a query by what is no id. Of rows with other ids, each has an entry of its own.
  const { data: id } = idSchema.safeParse(rowId)
  if (id === undefined) return false
  const row = await database
    .selectFrom(table as 'cohorts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

/** Each in a transaction of its own: one that is refused doesn't keep the others. */
async function eachOf<Id>(
  ids: readonly Id[],
  run: (id: Id) => Promise<{ notices?: string[] } | undefined>,
) {
  const succeeded: Id[] = []
  const notices: string[] = []
  const failed: { id: Id; detail: string }[] = []
  for (const id of ids) {
    try {
      const done = await retryAfterDeadlock(() => run(id))
      notices.push(...(done?.notices ?? []))
      succeeded.push(id)
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      failed.push({ id, detail: Object.values(errorBody(error)).flat().join(' ') })
    }
  }
  return { succeeded, failed, ...withNotices(notices) }
}

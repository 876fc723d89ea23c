import { lockRow } from '#database/lock-row.ts'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { forbidden, invalidFields, notFound, withTakenFields } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/rows/audited.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Role } from '#shared/roles.ts'
import { type SavedView, viewsContract } from '../contract.ts'
import { type ViewList, viewLists, viewsMax } from '../validation.ts'
import { countViews, findView, findViews, insertView, updateView } from './queries.ts'

const procedures = implementContract(viewsContract)
const target = 'view'

export const viewsHandlers = procedures.router({
  list: procedures.list.handler(async ({ input: { list }, context }) => {
    const { id } = requireSeesList(context, list)
    return { results: await findViews(context.database, list, id) }
  }),

  create: procedures.create.handler(async ({ input, context }) => {
    const { list } = input
    const viewer = requireSeesList(context, list)
    return takingName(() =>
      context.database.transaction().execute(async (transaction) => {
        // Two tabs at once must not pass the limit.
        await lockRow(transaction, 'users', viewer.id)
        if ((await countViews(transaction, list, viewer.id)) >= viewsMax) {
          const message = `There are ${viewsMax} views of this list already. Please delete one first`
          throw invalidFields({ name: [message] })
        }
        const at = context.now().toISOString()
        const id = await insertView(transaction, input, viewer.id, at)
        const details = { list, is_shared: input.is_shared }
        await writeAudit(transaction, context, { action: 'created', target, id, details })
        return (await findView(transaction, id, viewer.id)) as SavedView
      }),
    )
  }),

  update: procedures.update.handler(({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    const viewer = requireViewer(context)
    let isWritten = false
    return takingName(() =>
      editRow(context, 'This view', {
        table: 'saved_views',
        id,
        expected,
        audit: { target },
        // An administrator may take a view out of their own sight.
        find: async (transaction) => {
          const view = await findView(transaction, id, viewer.id)
          return view && (isWritten || maySee(view, viewer)) ? view : null
        },
        changes(before) {
          requireMayChange(before, viewer)
          return changes
        },
        async write(transaction, view, version) {
          await updateView(transaction, view, version)
          isWritten = true
        },
      }),
    )
  }),

  delete: procedures.delete.handler(async ({ input: { id }, context }) => {
    const viewer = requireViewer(context)
    const isDeleted = await deleteAudited(context, target, id, async (transaction) => {
      await lockRow(transaction, 'saved_views', id)
      const view = await findView(transaction, id, viewer.id)
      if (!view) return false
      requireMayChange(view, viewer)
      await transaction.deleteFrom('saved_views').where('id', '=', id).execute()
      return true
    })
    if (!isDeleted) throw notFound('This view')
  }),
})

const mayOpenList = (role: Role, list: ViewList) => viewLists[list].includes(role)

/** @throws 403 where the user's role doesn't see the list */
function requireSeesList(context: RequestContext, list: ViewList) {
  const viewer = requireViewer(context)
  if (!mayOpenList(viewer.role, list)) throw forbidden()
  return viewer
}

const maySee = (view: SavedView, { role }: Viewer) =>
  mayOpenList(role, view.list) && (view.is_own || view.is_shared)

/** @throws 404 for who doesn't see it, 403 for who sees it but doesn't own it */
function requireMayChange(view: SavedView, viewer: Viewer) {
  if (!maySee(view, viewer)) throw notFound('This view')
  if (!view.is_own && viewer.role !== 'ADMIN') throw forbidden()
}

const takingName = <Result>(write: () => Promise<Result>) =>
  withTakenFields(write, { name: ['There is a view of this name already'] })

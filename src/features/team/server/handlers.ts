import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireRole } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/security/audit-log.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { editors } from '#shared/roles.ts'
import { teamContract } from '../contract.ts'
import {
  deleteMember,
  findActiveMembers,
  findMember,
  findMembers,
  insertMember,
  setStatus,
  updateMember,
} from './queries.ts'

const procedures = implementContract(teamContract)

export const teamHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => {
    const isStaffView = Boolean(input.role || input.department || input.status || input.search)
    if (!isStaffView) return findActiveMembers(context.database, input)
    requireRole(context, editors)
    return findMembers(context.database, input, input)
  }),

  create: procedures.create.handler(async ({ input, context }) => {
    await markImagesUsed(context, { profile_picture: input.profile_picture })
    const id = await insertMember(context.database, input, context.now().toISOString())
    return getMember(context.database, id)
  }),

  update: procedures.update.handler(async ({ input, context }) => {
    await markImagesUsed(context, { profile_picture: input.profile_picture })
    const now = context.now().toISOString()
    await context.database.transaction().execute(async (transaction) => {
      const after = { ...(await getMember(transaction, input.id)), ...omitUndefined(input) }
      await updateMember(transaction, after, now)
      await setStatus(transaction, input.id, after.status, now)
    })
    return getMember(context.database, input.id)
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await deleteAudited(context, 'team member', input.id, (transaction) =>
      deleteMember(transaction, input.id),
    )
    if (!isDeleted) throw notFound('This team member')
  }),

  toggleStatus: procedures.toggleStatus.handler(async ({ input, context }) => {
    const now = context.now().toISOString()
    // Exactly one of the two updates affects the row, so concurrent toggles undo each other.
    const isInactiveNow = await setStatus(context.database, input.id, 'INACTIVE', now)
    if (!isInactiveNow) await setStatus(context.database, input.id, 'ACTIVE', now)
    return getMember(context.database, input.id)
  }),
})

async function getMember(database: Database, id: number) {
  const member = await findMember(database, id)
  if (!member) throw notFound('This team member')
  return member
}

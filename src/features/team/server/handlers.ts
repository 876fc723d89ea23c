import type { Database } from '#database/open.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, isStaffView } from '#platform/http/procedures.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { editRow, type RowEdit } from '#platform/rows/edit-row.ts'
import { reorderAudited } from '#platform/rows/reorder-audited.ts'
import { markImagesUsed, withMissingImage } from '#platform/storage/images.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { editors } from '#shared/roles.ts'
import { type TeamMember, teamContract } from '../contract.ts'
import {
  findActiveMembers,
  findActiveOrder,
  findLabels,
  findMember,
  findMembers,
  insertMember,
  updateMember,
} from './queries.ts'

const procedures = implementContract(teamContract)

export const teamTrash = trashKind({
  name: 'team member',
  table: 'team_members',
  titleOf: ({ full_name }) => full_name,
})

export const teamHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => {
    const { role, department, status, search } = input
    const asksForMore = Boolean(role || department || status || search)
    return isStaffView(context, editors, asksForMore)
      ? findMembers(context.database, input, input)
      : findActiveMembers(context.database, input)
  }),

  create: procedures.create
    .use(withMissingImage('profile_picture'))
    .handler(async ({ input, context }) => {
      await markImagesUsed(context, { profile_picture: input.profile_picture })
      const id = await createAudited(context, 'team member', (transaction) =>
        insertMember(transaction, input, context.now().toISOString()),
      )
      return getMember(context.database, id)
    }),

  update: procedures.update
    .use(withMissingImage('profile_picture'))
    .handler(async ({ input, context }) => {
      const { id, expected_updated_at: expected, ...changes } = input
      await markImagesUsed(context, { profile_picture: changes.profile_picture })
      return editRow(context, 'This team member', { ...memberEdit(id), expected, changes })
    }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    if (!(await discardAudited(context, teamTrash, input.id))) throw notFound('This team member')
  }),

  toggleStatus: procedures.toggleStatus.handler(({ input, context }) =>
    editRow(context, 'This team member', {
      ...memberEdit(input.id),
      expected: input.expected_updated_at,
      changes: ({ status }) => ({ status: otherStatus[status] }),
    }),
  ),

  labels: procedures.labels.handler(async ({ context }) => ({
    roles: await findLabels(context.database, 'role'),
    departments: await findLabels(context.database, 'department'),
  })),

  reorder: procedures.reorder.handler(({ input, context }) =>
    reorderAudited(context, 'team_members', 'team members', input.ids, findActiveOrder),
  ),
})

const otherStatus = { ACTIVE: 'INACTIVE', INACTIVE: 'ACTIVE' } as const

const memberEdit = (id: number) =>
  ({
    table: 'team_members',
    id,
    audit: { target: 'team member' },
    find: (transaction) => findMember(transaction, id),
    write: updateMember,
  }) satisfies Omit<RowEdit<TeamMember, Partial<TeamMember>>, 'changes'>

async function getMember(database: Database, id: number) {
  const member = await findMember(database, id)
  if (!member) throw notFound('This team member')
  return member
}

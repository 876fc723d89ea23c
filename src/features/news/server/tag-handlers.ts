import { implementContract } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/security/audit-log.ts'
import { tagsContract } from '../tags-contract.ts'
import { deleteTag, findTags, getTag, insertTag, renameTag } from './manage-tags.ts'

const procedures = implementContract(tagsContract)

export const tagsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => findTags(context.database, input, input)),

  create: procedures.create.handler(async ({ input, context }) =>
    getTag(context.database, await insertTag(context.database, input.name)),
  ),

  rename: procedures.rename.handler(async ({ input, context }) => {
    await renameTag(context.database, input.id, input.name)
    return getTag(context.database, input.id)
  }),

  delete: procedures.delete.handler(async ({ input: { params, query }, context }) => {
    await deleteAudited(context, 'tag', params.id, (transaction) =>
      deleteTag(transaction, params.id, query.force ?? false),
    )
  }),
})

import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { tagsContract } from '../tags-contract.ts'
import { deleteTag, findTags, getTag, insertTag, renameTag } from './manage-tags.ts'

const calls = implementContract(tagsContract)

export const tagsHandlers = calls.router({
  list: calls.list.handler(({ input, context }) => findTags(context.database, input, input)),

  create: calls.create.handler(async ({ input, context }) =>
    getTag(context.database, await insertTag(context.database, input.name)),
  ),

  rename: calls.rename.handler(async ({ input, context }) => {
    await renameTag(context.database, input.id, input.name)
    return getTag(context.database, input.id)
  }),

  delete: calls.delete.handler(async ({ input: { params, query }, context }) => {
    await deleteTag(context.database, params.id, query.force ?? false)
    context.log.info(
      { audit: 'delete', userId: requireViewer(context).id, id: params.id },
      'tag deleted',
    )
  }),
})

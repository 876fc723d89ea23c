import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { createAudited, deleteAudited } from '#platform/rows/audited.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { tagsContract } from '../tags-contract.ts'
import {
  countCategories,
  deleteTag,
  findTags,
  getTag,
  insertTag,
  mergeTags,
  renameTag,
} from './manage-tags.ts'

const procedures = implementContract(tagsContract)

export const tagsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => findTags(context.database, input, input)),

  create: procedures.create.handler(async ({ input, context }) => {
    const id = await createAudited(context, 'tag', (transaction) =>
      insertTag(transaction, input.name),
    )
    return getTag(context.database, id)
  }),

  rename: procedures.rename.handler(async ({ input, context }) => {
    const { id, name, expected_name: expected } = input
    await changeAudited(context, id, { action: 'rename' }, (transaction) =>
      renameTag(transaction, context, { id, name, expected }),
    )
    return getTag(context.database, id)
  }),

  merge: procedures.merge.handler(async ({ input: { id, into }, context }) => {
    await changeAudited(context, id, { action: 'merge', into }, (transaction) =>
      mergeTags(transaction, context, id, into),
    )
    return getTag(context.database, into)
  }),

  categories: procedures.categories.handler(async ({ context }) => ({
    results: await countCategories(context.database, context.now()),
  })),

  delete: procedures.delete.handler(async ({ input: { params, query }, context }) => {
    await deleteAudited(context, 'tag', params.id, (transaction) =>
      deleteTag(transaction, context, params.id, query.force ?? false),
    )
    context.tagVersions.invalidate(['Trash'])
  }),
})

/** Changes a tag, with its line of the audit log. */
const changeAudited = (
  context: RequestContext,
  id: number,
  details: object,
  change: (transaction: Transaction<Tables>) => Promise<void>,
) =>
  context.database.transaction().execute(async (transaction) => {
    await change(transaction)
    await writeAudit(transaction, context, { action: 'changed', target: 'tag', id, details })
  })

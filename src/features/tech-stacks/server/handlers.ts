import { isForeignKeyViolation } from '#database/errors.ts'
import { conflict, invalidFields, notFound, withTakenFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { reorderAudited } from '#platform/rows/reorder-audited.ts'
import { markImagesUsed, withMissingImage } from '#platform/storage/images.ts'
import { slugify } from '#platform/text/slug.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { techStacksContract } from '../contract.ts'
import {
  findTechStack,
  findTechStackOrder,
  findTechStacks,
  insertTechStack,
  updateTechStack,
} from './queries.ts'

const procedures = implementContract(techStacksContract)

export const techStackTrash = trashKind({
  name: 'tech stack',
  table: 'tech_stacks',
  titleOf: ({ name }) => name,
  unique: [
    {
      columns: ['id'],
      taken: { id: ['There is another tech stack with this id now. Delete or rename that first.'] },
    },
  ],
})

/** `order` is part of another procedure's URL. */
const reservedIds = ['order']

export const techStacksHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => findTechStacks(context.database, input)),

  create: procedures.create.use(withMissingImage('icon')).handler(async ({ input, context }) => {
    const id = input.id ?? slugify(input.name)
    if (id === '' || reservedIds.includes(id))
      throw invalidFields({ id: ['Please choose another id'] })
    await markImagesUsed(context, { icon: input.icon })
    const write = () =>
      createAudited(context, 'tech stack', async (transaction) => {
        await insertTechStack(transaction, { ...input, id }, context.now().toISOString())
        return id
      })
    await withTakenFields(write, { id: ['A tech stack with this id exists already'] })
    return getTechStack(context.database, id)
  }),

  update: procedures.update.use(withMissingImage('icon')).handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    await markImagesUsed(context, { icon: changes.icon })
    return editRow(context, 'This tech stack', {
      table: 'tech_stacks',
      id,
      expected,
      changes,
      audit: { target: 'tech stack' },
      find: (transaction) => findTechStack(transaction, id),
      write: (transaction, _, version) => updateTechStack(transaction, id, changes, version),
    })
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    try {
      if (!(await discardAudited(context, techStackTrash, input.id)))
        throw notFound('This tech stack')
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw conflict('Applications name this tech stack, so it has to stay.')
    }
  }),

  reorder: procedures.reorder.handler(({ input, context }) =>
    reorderAudited(context, 'tech_stacks', 'tech stacks', input.ids, findTechStackOrder),
  ),
})

async function getTechStack(database: Parameters<typeof findTechStack>[0], id: string) {
  const stack = await findTechStack(database, id)
  if (!stack) throw notFound('This tech stack')
  return stack
}

import { z } from 'zod'
import { flagSchema, idSchema, optionalFilter, searchFilter } from '#shared/fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { tagName } from './contract.ts'

const tagSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  article_count: z.number().int().describe('Articles that carry it, drafts included'),
})
export type NewsTag = z.infer<typeof tagSchema>

export const tagOrders = ['name', '-name', 'article_count', '-article_count'] as const

const editing = { tag: 'News', access: editors } as const

export const tagsContract = {
  list: procedure(editing)
    .route({
      method: 'GET',
      path: '/admin/tags/',
      summary: 'List every tag, also of drafts and of nothing',
    })
    .input(
      z.object({
        ...pageQuery(),
        search: searchFilter,
        ordering: optionalFilter(z.enum(tagOrders)).describe('name unless given'),
      }),
    )
    .output(pageSchema(tagSchema)),
  create: procedure(editing)
    .route({ method: 'POST', path: '/admin/tags/', successStatus: 201, summary: 'Create a tag' })
    .input(z.object({ name: tagName }))
    .output(tagSchema),
  rename: procedure(editing)
    .route({
      method: 'PATCH',
      path: '/admin/tags/{id}/',
      summary: 'Rename a tag, on every article that carries it',
    })
    .input(z.object({ id: idSchema, name: tagName }))
    .output(tagSchema),
  delete: procedure(editing)
    .route({
      method: 'DELETE',
      path: '/admin/tags/{id}/',
      successStatus: 204,
      inputStructure: 'detailed',
      summary: 'Delete a tag',
      description:
        'One that articles carry stays, with a 409 that says on how many it is, unless force=true takes it off them.',
    })
    .input(
      z.object({
        params: z.object({ id: idSchema }),
        query: z.object({ force: optionalFilter(flagSchema) }).default({}),
      }),
    ),
}

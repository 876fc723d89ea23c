import { z } from 'zod'
import { flagSchema, idOr, idSchema } from '#shared/fields.ts'
import { optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { categorySchema, tagName } from './contract.ts'
import { tagOrders } from './validation.ts'

const tagSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  article_count: z.number().int().describe('Articles that carry it, drafts included'),
})
export type NewsTag = z.infer<typeof tagSchema>

const editing = { tag: 'News', access: editors } as const
const writing = { ...editing, alsoChanges: ['ArticleDraft'] } as const

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
  create: procedure({ ...editing, isCreatedOnce: true })
    .route({ method: 'POST', path: '/admin/tags/', successStatus: 201, summary: 'Create a tag' })
    .input(z.object({ name: tagName }))
    .output(tagSchema),
  rename: procedure(writing)
    .route({
      method: 'PATCH',
      path: '/admin/tags/{id}/',
      summary: 'Rename a tag, on every article that carries it',
    })
    .input(
      z.object({
        id: idSchema,
        name: tagName,
        expected_name: z
          .string()
          .max(40)
          .optional()
          .describe('The name that the editor saw: when it is another by now, it stays'),
      }),
    )
    .output(tagSchema),
  merge: procedure(writing)
    .route({
      method: 'POST',
      path: '/admin/tags/{id}/merge/',
      summary: 'Give the articles of a tag another one instead, and delete it',
    })
    .input(z.object({ id: idSchema, into: idOr('Please choose another tag') }))
    .output(tagSchema),
  categories: procedure(editing)
    .route({
      method: 'GET',
      path: '/admin/categories/',
      summary: 'The categories with their numbers of articles',
    })
    .output(
      z.object({
        results: z.array(
          z.object({
            category: categorySchema,
            article_count: z.number().int().describe('Drafts and the archive included'),
            published_count: z.number().int(),
          }),
        ),
      }),
    ),
  delete: procedure(writing)
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

import { z } from 'zod'
import { idSchema, optionalText } from '#shared/fields.ts'
import {
  expectedVersion,
  optionalFilter,
  searchFilter,
  severalOf,
  severalTexts,
} from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { articleFields, articleStatusSchema, categorySchema } from './contract.ts'
import { articleListOrders, checkedLinksMax, slugLengthMax } from './validation.ts'

const { banner, tags, done_at } = articleFields

/** A draft may lack anything: what is missing is asked for when it is published. */
const draftFields = z.object({
  title: optionalText(200),
  slug: z
    .string()
    .max(slugLengthMax, `At most ${slugLengthMax} characters`)
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Please use small letters, digits and single hyphens')
    .describe('Empty: made from the title'),
  banner,
  category: categorySchema,
  author: optionalText(120),
  description: z.string().trim().max(500, 'At most 500 characters'),
  content: z.string().max(200_000, 'At most 200000 characters').describe('HTML'),
  tags,
  done_at,
})
export type DraftChanges = Partial<z.infer<typeof draftFields>>

const fieldsSchema = draftFields.extend({
  // Without a maximum: cleaned and with its pictures, it may be longer than what was sent.
  content: z.string().describe('HTML'),
  tags: z.array(z.string()),
  done_at: z.string().nullable(),
})
/** All that an editor writes of an article. */
export type ArticleFields = z.infer<typeof fieldsSchema>

const draftSchema = fieldsSchema.extend({
  id: z.number().int(),
  status: articleStatusSchema,
  published_at: z.string().nullable(),
  public_slug: z.string().describe('Where visitors find the article, or would'),
  has_changes: z.boolean().describe('Whether it differs from what visitors see or will see'),
  updated_at: z.string(),
})
export type Draft = z.infer<typeof draftSchema>

const rowSchema = draftSchema
  .omit({ content: true, description: true, banner: true, slug: true })
  .extend({ done_at: z.string() })
export type ArticleRow = z.infer<typeof rowSchema>

const filters = z.object({
  status: severalOf(articleStatusSchema),
  category: severalOf(categorySchema),
  author: severalTexts(120),
  tag: severalTexts(40),
  search: searchFilter,
  ordering: optionalFilter(z.enum(articleListOrders)),
})
export type ArticleRowFilters = z.infer<typeof filters>

export const revisionKinds = ['saved', 'published', 'restored', 'original'] as const

const revisionSchema = z.object({
  id: z.number().int(),
  kind: z.enum(revisionKinds).describe('original: as it was before the first revision was kept'),
  title: z.string(),
  by: z.string().describe('Empty for the original'),
  saved_at: z.string(),
})
const revisionDetail = revisionSchema.extend({ fields: fieldsSchema })
export type Revision = z.infer<typeof revisionSchema>

const linkUrl = z
  .url({ protocol: /^https?$/, error: 'Please give addresses of web pages' })
  .max(2000, 'At most 2000 characters')

const editing = { tag: 'ArticleDraft', access: editors } as const
const byId = z.object({ id: idSchema })

export const draftsContract = {
  list: procedure({ tag: 'News', access: editors })
    .route({
      method: 'GET',
      path: '/dashboard/news/',
      summary: 'List all articles for staff',
      description: 'Each as visitors see or would see it. Ordered by -updated_at unless given.',
    })
    .input(filters.extend(pageQuery()))
    .output(pageSchema(rowSchema)),
  authors: procedure({ tag: 'News', access: editors })
    .route({ method: 'GET', path: '/dashboard/news/authors/', summary: 'The authors of articles' })
    .output(z.object({ results: z.array(z.string()) })),
  create: procedure({
    tag: 'ArticleDraft',
    alsoChanges: ['News'],
    access: editors,
    isCreatedOnce: true,
  })
    .route({
      method: 'POST',
      path: '/dashboard/news/drafts/',
      successStatus: 201,
      summary: 'Begin an article, without anything in it',
    })
    .output(draftSchema),
  get: procedure(editing)
    .route({
      method: 'GET',
      path: '/dashboard/news/{id}/draft/',
      summary: 'The draft of an article',
    })
    .input(byId)
    .output(draftSchema),
  save: procedure(editing)
    .route({
      method: 'PATCH',
      path: '/dashboard/news/{id}/draft/',
      summary: 'Save a draft',
      description:
        'Changes nothing for visitors: what is published or scheduled stays as it is until the draft is published.',
    })
    .input(draftFields.partial().extend({ id: idSchema, expected_updated_at: expectedVersion }))
    .output(draftSchema),
  discard: procedure(editing)
    .route({
      method: 'DELETE',
      path: '/dashboard/news/{id}/draft/',
      summary: 'Discard the changes that are not published',
      description: 'They stay among the revisions.',
    })
    .input(byId.extend({ expected_updated_at: expectedVersion }))
    .output(draftSchema),
  revisions: procedure(editing)
    .route({
      method: 'GET',
      path: '/dashboard/news/{id}/revisions/',
      summary: 'The revisions of an article, the newest first',
    })
    .input(byId.extend(pageQuery()))
    .output(pageSchema(revisionSchema)),
  revision: procedure(editing)
    .route({
      method: 'GET',
      path: '/dashboard/news/revisions/{id}/',
      summary: 'A revision with its text',
    })
    .input(byId)
    .output(revisionDetail),
  restore: procedure(editing)
    .route({
      method: 'POST',
      path: '/dashboard/news/revisions/{id}/restore/',
      summary: 'Make a revision the draft of its article',
    })
    .input(byId.extend({ expected_updated_at: expectedVersion }))
    .output(draftSchema),
  checkLinks: procedure({ access: editors, limit: { calls: 60, seconds: 600 } })
    .route({
      method: 'POST',
      path: '/dashboard/news/links/',
      summary: 'Ask other sites whether links to them answer',
      description: 'Asks public addresses alone. An address that is not public is silent.',
    })
    .input(
      z.object({
        urls: z
          .array(linkUrl, { error: 'Please give addresses as a list' })
          .max(checkedLinksMax, `At most ${checkedLinksMax} addresses`),
      }),
    )
    .output(
      z.object({
        results: z.array(
          z.object({
            url: z.string(),
            outcome: z
              .enum(['answers', 'missing', 'silent'])
              .describe('missing: 404 or 410; silent: an error of its server, or no response'),
          }),
        ),
      }),
    ),
}

import { z } from 'zod'
import { commentSchema } from '#features/comments/contract.ts'
import {
  choiceOf,
  dateSchema,
  emptyIsNone,
  idSchema,
  momentOr,
  requiredLines,
  requiredText,
} from '#shared/fields.ts'
import { isImagePath } from '#shared/image-url.ts'
import { expectedVersion, optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { toOneLine } from '#shared/validation.ts'
import { articleCategories, categoryLabels } from './categories.ts'

/** The state of an article; a scheduled one is published automatically. */
const articleStatuses = ['published', 'scheduled', 'unpublished', 'archived'] as const
export type ArticleStatus = (typeof articleStatuses)[number]
export const articleStatusSchema = z.enum(articleStatuses)

const tagSchema = z.object({ name: z.string() })

/** An article in lists, without its body. */
const articleSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  slug: z.string(),
  banner: z
    .string()
    .describe(
      'The path of an image on this site, with the point that stays visible when it is cut (#focus=30,60), or empty',
    ),
  category: z
    .enum(articleCategories)
    .describe(articleCategories.map((key) => `${key}: ${categoryLabels[key]}`).join(', ')),
  author: z.string(),
  description: z.string(),
  tags: z.array(tagSchema),
  done_at: z.string().describe('The date that stands on the article'),
  is_published: z.boolean(),
  status: articleStatusSchema,
  published_at: z.string().nullable().describe('When visitors see it, in the past or to come'),
  updated_at: z.string(),
})
export type Article = z.infer<typeof articleSchema>

const articleDetail = articleSchema.extend({
  content: z.string().describe('HTML'),
  comments: z.array(commentSchema).describe('The newest 100, each with its latest reply'),
  comment_count: z.number().int().describe('Comments that visitors see, without replies'),
})
export type ArticleDetail = z.infer<typeof articleDetail>

/** On this site: articles load no images from elsewhere. */
const banner = z
  .string({ error: 'Please choose an image of this site' })
  .max(500, 'At most 500 characters')
  .refine((url) => url === '' || isImagePath(url), 'Please choose an image of this site')

export const tagName = z
  .string({ error: 'Please name every tag' })
  .overwrite(toOneLine)
  .min(1, 'Please name every tag')
  .max(40, 'A tag has at most 40 characters')
const tags = z
  .array(
    z.preprocess(
      (tag) => (typeof tag === 'object' && tag !== null && 'name' in tag ? tag.name : tag),
      tagName,
    ),
    { error: 'Please give tags as a list' },
  )
  .max(20, 'At most 20 tags')
  .describe('Names, or objects with a name')

const moment = momentOr('Please enter a valid date and time')

export const categorySchema = z.enum(articleCategories, { error: 'Please choose a category' })

export const articleFields = {
  title: requiredText('Title is required', 200),
  category: categorySchema,
  author: requiredText('Author is required', 120),
  description: requiredLines('Description is required', 500),
  content: requiredLines('Content is required', 200_000),
  banner,
  tags,
  done_at: emptyIsNone(dateSchema).describe('By default the day of publication'),
  is_published: z.boolean({ error: 'Please say whether it is published' }),
  published_at: emptyIsNone(moment).describe('A moment to come schedules the article'),
}
const articleInput = z.object({
  ...articleFields,
  banner: banner.default(''),
  tags: tags.default([]),
  done_at: articleFields.done_at.optional(),
  is_published: articleFields.is_published.optional(),
  published_at: articleFields.published_at.optional(),
})

/** All fields optional, without defaults. */
const articleChanges = z.object(articleFields).partial()
export type ArticleChanges = z.infer<typeof articleChanges>

const articleOrders = [
  'done_at',
  '-done_at',
  'title',
  '-title',
  'updated_at',
  '-updated_at',
] as const

const category = optionalFilter(
  z.enum(['all', ...articleCategories], { error: 'Please choose a category' }),
)
const staffFilters = {
  status: optionalFilter(choiceOf(['all', ...articleStatuses], 'Please choose a status')),
  search: searchFilter,
  ordering: optionalFilter(z.enum(articleOrders)),
}
const filtersSchema = z.object({ category, ...staffFilters })
export type ArticleFilters = z.infer<typeof filtersSchema>

const editing = { tag: 'News', access: editors } as const
const publishing = { ...editing, alsoChanges: ['ArticleDraft'] } as const
const byId = z.object({ id: idSchema })

/** What was seen of the draft that becomes public. */
const draftVersion = expectedVersion.describe(
  'The updated_at of the draft that was seen: when it is another by now, nothing is published',
)

export const newsContract = {
  list: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/',
      summary: 'List articles',
      description:
        'Visitors see published articles, newest first. With a token of ADMIN or EDITOR, with or without filters, it shows all articles, of which the status published leaves what visitors see. Other states, search and ordering need such a token.',
    })
    .input(z.object({ ...pageQuery(), category, ...staffFilters }))
    .output(pageSchema(articleSchema)),
  bySlug: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/slug/{slug}/',
      summary: 'An article with its comments, by slug',
    })
    .input(z.object({ slug: z.string().max(200) }))
    .output(articleDetail),
  related: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/related_blog/',
      summary: 'The newest three articles of a category',
    })
    .input(
      z.object({
        category: categorySchema,
        exclude: optionalFilter(z.string().max(200)).describe(
          'The id or slug of the article that is being read',
        ),
      }),
    )
    .output(z.array(articleSchema)),
  get: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/{id}/',
      summary: 'An article with its comments, by id',
      description: 'Editors see every article, visitors only published ones.',
    })
    .input(byId)
    .output(articleDetail),
  tags: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/tags/',
      summary: 'The tags of the articles that visitors see',
    })
    .output(z.array(tagSchema)),
  create: procedure({ ...editing, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/dashboard/news/',
      successStatus: 201,
      summary: 'Write an article',
    })
    .input(articleInput)
    .output(articleDetail),
  update: procedure(publishing)
    .route({ method: 'PATCH', path: '/dashboard/news/{id}/', summary: 'Change an article' })
    .input(byId.extend({ ...articleChanges.shape, expected_updated_at: expectedVersion }))
    .output(articleDetail),
  publish: procedure(publishing)
    .route({
      method: 'PATCH',
      path: '/dashboard/news/{id}/publish/',
      summary: 'Publish an article now, or the changes to a published one',
      description: 'One from the archive gets its date of publication back.',
    })
    .input(byId.extend({ draft_updated_at: draftVersion }))
    .output(articleDetail),
  schedule: procedure(publishing)
    .route({
      method: 'PATCH',
      path: '/dashboard/news/{id}/schedule/',
      summary: 'Have an article published at a time to come',
    })
    .input(byId.extend({ published_at: moment, draft_updated_at: draftVersion }))
    .output(articleDetail),
  unpublish: procedure(publishing)
    .route({
      method: 'PATCH',
      path: '/dashboard/news/{id}/unpublish/',
      summary: 'Take an article back, as a draft',
    })
    .input(byId.extend({ expected_updated_at: expectedVersion }))
    .output(articleDetail),
  archive: procedure(publishing)
    .route({
      method: 'PATCH',
      path: '/dashboard/news/{id}/archive/',
      summary: 'Put an article away',
      description: 'The archive keeps its time of publication, or the one that is given.',
    })
    .input(
      byId.extend({
        expected_updated_at: expectedVersion,
        published_at: articleFields.published_at.optional(),
      }),
    )
    .output(articleDetail),
  delete: procedure({ ...editing, alsoChanges: ['Comment'] })
    .route({
      method: 'DELETE',
      path: '/dashboard/news/{id}/',
      successStatus: 204,
      summary: 'Delete an article with its comments',
    })
    .input(byId),
}

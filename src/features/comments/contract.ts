import { z } from 'zod'
import {
  batchIds,
  choiceOf,
  formFields,
  idSchema,
  optionalFilter,
  searchFilter,
  textField,
} from '#shared/fields.ts'
import { batchResponse, nearPages, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { commentRules } from './validation.ts'

const commentStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
export const commentActions = ['approve', 'reject', 'delete'] as const

const publicComment = z.object({
  id: z.number().int(),
  name: z.string(),
  message: z.string().describe('Plain text'),
  created_at: z.string(),
  parent: z.number().int().nullable().describe('The comment that this one replies to'),
})

/** A comment as visitors see it, without e-mail and status. */
export const commentSchema = publicComment.extend({
  latest_reply: publicComment.extend({ latest_reply: z.null() }).nullable(),
})
export type Comment = z.infer<typeof commentSchema>

/** The response to its author. */
const postedComment = commentSchema.extend({
  is_held: z.boolean().describe('Whether it is hidden until it is approved'),
})

/** A comment as staff see it. */
const staffComment = publicComment.extend({
  email: z.string(),
  status: z.enum(commentStatuses),
  is_held: z.boolean().describe('Pending, and hidden until it is approved'),
  article: z.object({ id: z.number().int(), title: z.string(), slug: z.string() }),
})
export type StaffComment = z.infer<typeof staffComment>

const commentFields = {
  name: textField(commentRules.name),
  email: textField(commentRules.email),
  message: textField(commentRules.message),
  is_published: z
    .unknown()
    .optional()
    .describe('Accepted and ignored: the server decides what is shown'),
  ...formFields,
}
const commentInput = z.object({ ...commentFields, news_id: idSchema })
const replyInput = z.object({ ...commentFields, comment_id: idSchema })
export type CommentInput = Omit<z.infer<typeof commentInput>, 'news_id' | 'is_published'>

const commentOrders = ['created_at', '-created_at', 'name', '-name'] as const

const filters = {
  status: optionalFilter(choiceOf(['ALL', ...commentStatuses], 'Please choose a status')),
  search: searchFilter,
  news_id: optionalFilter(idSchema).describe('Of this article alone'),
  is_held: optionalFilter(z.enum(['true', 'false'])),
  ordering: optionalFilter(z.enum(commentOrders)).describe('By default -created_at'),
}
const filtersSchema = z.object(filters)
export type CommentFilters = z.infer<typeof filtersSchema>

/** Of cached pages and reads, only those that show the article's comments are dropped. */
const posting = {
  tag: 'Comment',
  access: 'public',
  limit: { calls: 20, refused: 20, seconds: 600 },
} as const
const moderation = { tag: 'Comment', access: editors } as const

export const commentsContract = {
  list: procedure({ tag: 'Comment', access: editors })
    .route({ method: 'GET', path: '/website/comments/', summary: 'List comments and replies' })
    .input(nearPages(z.object({ ...pageQuery(), ...filters })))
    .output(pageSchema(staffComment)),
  // Of an article that visitors see; its comments have a tag of their own.
  ofArticle: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/{id}/comments/',
      summary: "An article's comments, newest first, each with its latest reply",
    })
    .input(
      nearPages(
        z.object({
          id: idSchema,
          page: pageQuery().page,
          page_size: z.coerce.number().int().min(1).max(100).default(100),
        }),
      ),
    )
    .output(pageSchema(commentSchema)),
  formToken: procedure({ access: 'public' })
    .route({
      method: 'GET',
      path: '/website/form-token/',
      summary: 'A token that tells when a form was opened',
      description:
        'Sent back as form_token. Without one a comment is taken too, but fewer of them and with a closer look.',
    })
    .output(z.object({ form_token: z.string() })),
  create: procedure(posting)
    .route({
      method: 'POST',
      path: '/website/comments/',
      successStatus: 201,
      summary: 'Comment on an article',
    })
    .input(commentInput)
    .output(postedComment),
  reply: procedure(posting)
    .route({
      method: 'POST',
      path: '/website/reply-comments/',
      successStatus: 201,
      summary: 'Reply to a comment',
    })
    .input(replyInput)
    .output(postedComment),
  approve: procedure(moderation)
    .route({
      method: 'PATCH',
      path: '/admin/comments/{id}/approve/',
      summary: 'Show a comment',
    })
    .input(z.object({ id: idSchema }))
    .output(staffComment),
  reject: procedure(moderation)
    .route({ method: 'PATCH', path: '/admin/comments/{id}/reject/', summary: 'Hide a comment' })
    .input(z.object({ id: idSchema }))
    .output(staffComment),
  delete: procedure(moderation)
    .route({
      method: 'DELETE',
      path: '/admin/comments/{id}/',
      successStatus: 204,
      summary: 'Delete a comment with its replies',
    })
    .input(z.object({ id: idSchema })),
  batch: procedure(moderation)
    .route({
      method: 'PATCH',
      path: '/admin/comments/batch/',
      summary: 'Approve, reject or delete many comments',
    })
    .input(
      z.object({
        comment_ids: batchIds,
        action: z.enum(commentActions, { error: 'Please choose an action' }),
      }),
    )
    .output(batchResponse),
}

import { z } from 'zod'
import { flagSchema, formFields, idSchema, textField } from '#shared/fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { commentRules, commentsPageSize } from './validation.ts'

export const publicComment = z.object({
  id: z.number().int(),
  name: z.string(),
  message: z.string().describe('Plain text'),
  created_at: z.string(),
  parent: z.number().int().nullable().describe('The comment that this one replies to'),
  is_company: z.boolean().describe('Whether our staff wrote it in the name of the company'),
})

/** A comment as visitors see it, without email and status. */
export const commentSchema = publicComment.extend({
  latest_reply: publicComment.extend({ latest_reply: z.null() }).nullable(),
})
export type Comment = z.infer<typeof commentSchema>

/** The response to its author. */
const postedComment = commentSchema.extend({
  is_held: z.boolean().describe('Whether it is hidden until it is approved'),
})

const commentFields = {
  name: textField(commentRules.name),
  email: textField(commentRules.email),
  message: textField(commentRules.message),
  notify: flagSchema
    .optional()
    .describe('Whether the address is asked to confirm that it is told of answers'),
  is_published: z
    .unknown()
    .optional()
    .describe('Accepted and ignored: the server decides what is shown'),
  ...formFields,
}
const commentInput = z.object({ ...commentFields, news_id: idSchema })
const replyInput = z.object({ ...commentFields, comment_id: idSchema })
export type CommentInput = Omit<z.infer<typeof commentInput>, 'news_id' | 'is_published'>

/** Drops only those cached pages and reads that show the article's comments. */
const posting = {
  tag: 'Comment',
  access: 'public',
  limit: { calls: 20, refused: 20, seconds: 600 },
} as const

export const commentsContract = {
  // The tag is that of an article that visitors see; its comments have a tag of their own.
  ofArticle: procedure({ tag: 'News', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/news/{id}/comments/',
      summary: "An article's comments, newest first, each with its latest reply",
    })
    .input(
      z.object({
        id: idSchema,
        ...pageQuery(commentsPageSize),
      }),
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
}

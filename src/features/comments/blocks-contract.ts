import { z } from 'zod'
import { idSchema, optionalText, requiredText } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { blockKinds, validateBlock } from './validation.ts'

const block = z.object({
  id: z.number().int(),
  kind: z.enum(blockKinds),
  value: z.string().describe('Empty for a network, whose address nobody sees'),
  note: z.string(),
  hits: z.number().int().describe('The comments that it has held'),
  last_hit_at: z.string().nullable(),
  by_name: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
})
export type CommentBlock = z.infer<typeof block>

const note = optionalText(200).default('').describe('Why')
const blockInput = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('network'),
      comment_id: idSchema.describe('A comment that came from there'),
      note,
    }),
    z
      .object({
        kind: z.enum(['email', 'domain', 'word']),
        value: requiredText('Please say what to block', 254),
        note,
      })
      .superRefine(({ kind, value }, context) => {
        // An empty value has its message already.
        const problem = value && validateBlock(kind, value)
        if (problem) context.addIssue({ code: 'custom', message: problem, path: ['value'] })
      }),
  ],
  { error: 'Please choose what to block' },
)
export type BlockInput = z.infer<typeof blockInput>

const blocking = { tag: 'Comment', access: editors } as const

/** What holds new comments until staff have looked at them. */
export const commentBlocksContract = {
  list: procedure(blocking)
    .route({
      method: 'GET',
      path: '/admin/comment-blocks/',
      summary: 'What holds new comments, the latest first',
    })
    .output(z.object({ results: z.array(block) })),
  create: procedure(blocking)
    .route({
      method: 'POST',
      path: '/admin/comment-blocks/',
      successStatus: 201,
      summary: 'Hold what comes from an email, a domain or a network, or names a word',
    })
    .input(blockInput)
    .output(block),
  delete: procedure(blocking)
    .route({
      method: 'DELETE',
      path: '/admin/comment-blocks/{id}/',
      successStatus: 204,
      summary: 'Remove a block',
    })
    .input(z.object({ id: idSchema })),
}

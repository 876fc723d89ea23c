import { z } from 'zod'
import { procedure } from '#shared/procedure.ts'
import { followMessages } from './validation.ts'

const byToken = z.object({ token: z.string({ error: followMessages.token }).trim().max(200) })
const tokenLimit = { calls: 60, seconds: 600 }
const change = { tag: 'CommentFollower', access: 'public', limit: tokenLimit } as const
const detail = z.object({ detail: z.string() })

export const commentFollowersContract = {
  // Without a tag: the response is personal and must not be cached.
  ofToken: procedure({ access: 'public', limit: tokenLimit })
    .route({
      method: 'GET',
      path: '/website/comment-answers/',
      summary: 'Whether the link in an email still tells somebody of answers to a comment',
      description: '410 once it was ended, or the comment was deleted.',
    })
    .input(byToken)
    .output(
      z.object({
        status: z.enum(['ASKED', 'CONFIRMED']),
        title: z.string().describe("The article's"),
        slug: z.string(),
      }),
    ),
  confirm: procedure(change)
    .route({
      method: 'POST',
      path: '/website/comment-answers/confirm/',
      summary: 'Confirm that one wants to be told of answers, by the token of the link in an email',
    })
    .input(byToken)
    .output(detail),
  stop: procedure(change)
    .route({
      method: 'POST',
      path: '/website/comment-answers/stop/',
      summary: 'Be told of no more answers, by the same token',
    })
    .input(byToken)
    .output(detail),
}

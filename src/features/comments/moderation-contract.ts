import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { choiceOf, dateSchema, flagSchema, idSchema, textField } from '#shared/fields.ts'
import {
  batchIds,
  knownFilters,
  listSeenAt,
  optionalFilter,
  searchFilter,
  seenAt,
  seenList,
  severalOf,
} from '#shared/list-fields.ts'
import { batchResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { publicComment } from './contract.ts'
import { answerRule, commentOrders, commentStatuses, heldReasons, verdicts } from './validation.ts'

/** A comment as staff see it, with what one needs to decide on it. */
const staffComment = publicComment.extend({
  email: z.string().describe("Empty for the company's own replies"),
  status: z.enum(commentStatuses),
  is_held: z.boolean().describe('Pending, and hidden until it is approved'),
  held_reason: z.enum(heldReasons).nullable(),
  staff_name: z.string().describe('Who of the staff wrote it; empty for visitors'),
  article: z.object({
    id: z.number().int(),
    title: z.string(),
    slug: z.string(),
    description: z.string(),
  }),
  consent_version: z.string().describe('The version of the privacy page that it was sent under'),
  in_reply_to: z.object({ name: z.string(), message: z.string() }).nullable(),
  replies: z.number().int().describe('100 stands for more, too'),
  author: z
    .object({
      approved: z.number().int(),
      rejected: z.number().int(),
      first_seen_at: z.string(),
    })
    .nullable()
    .describe('What came of the comments of this email; 100 stands for more, too'),
  decided: z
    .object({ by: z.string(), at: z.string() })
    .nullable()
    .describe('The last decision of the past 30 days'),
  has_network: z.boolean().describe('Whether the network that it came from can be blocked'),
})
export type StaffComment = z.infer<typeof staffComment>

const threadComment = publicComment.extend({
  status: z.enum(commentStatuses),
  is_held: z.boolean(),
  staff_name: z.string(),
})
export type ThreadComment = z.infer<typeof threadComment>

const filters = {
  status: severalOf(choiceOf(['ALL', ...commentStatuses], 'Please choose a status')),
  search: searchFilter,
  news_id: severalOf(idSchema).describe('Of these articles alone'),
  created_from: optionalFilter(dateSchema).describe('The first day, in Kigali'),
  created_to: optionalFilter(dateSchema).describe('The last day, in Kigali'),
  is_held: optionalFilter(flagSchema),
  wave: optionalFilter(z.string().max(500)).describe('Of this spam wave alone'),
  without_waves: optionalFilter(flagSchema).describe('Leaves out what spam waves consist of'),
  ordering: optionalFilter(z.enum(commentOrders)).describe('By default -created_at'),
}
const filtersSchema = knownFilters(filters)
export type CommentFilters = z.infer<typeof filtersSchema>

const commentActions = ['approve', 'reject', 'delete'] as const
const expectedStatus = z
  .enum(commentStatuses, { error: 'Please choose a status' })
  .describe('The status that the user saw: when it is another by now, nothing is changed')

const wave = z.object({
  id: z.string(),
  kind: z.enum(['link', 'text', 'email', 'domain', 'word', 'network']),
  value: z.string().describe('What they have in common: the link, or what the block names'),
  total: z.number().int(),
  authors: z.number().int(),
  articles: z.number().int(),
  has_more: z
    .boolean()
    .describe('Whether the authors and articles are those of its newest 1,000 comments alone'),
  first_at: z.string(),
  last_at: z.string(),
  sample: z.object({ id: z.number().int(), name: z.string(), message: z.string() }),
})
export type CommentWave = z.infer<typeof wave>

const progress = z.object({
  total: z.number().int(),
  succeeded: z.number().int(),
  failed_count: z.number().int(),
  failed: z
    .array(
      z.object({
        id: z.number().int(),
        detail: z.string(),
        name: z.string().optional().describe('Of the author; empty when the comment is deleted'),
      }),
    )
    .describe('Those that failed since the last event, of the first 100'),
  decision_id: z.number().int().nullable().describe('For undoing what has been changed'),
})
export type DecisionProgress = z.infer<typeof progress>

const verdict = z.enum(verdicts, { error: 'Please choose an action' })
const matchingComments = z.object({ filters: filtersSchema, ...seenList, action: verdict })
export type MatchingComments = z.infer<typeof matchingComments>

const decision = z.object({
  id: z.number().int(),
  action: z.enum(verdicts),
  total: z.number().int(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  sample: z.object({ name: z.string(), message: z.string() }).nullable(),
})
export type CommentDecision = z.infer<typeof decision>

const moderation = { tag: 'Comment', access: editors } as const
const decided = staffComment.extend({
  decision_id: z.number().int().nullable().describe('For undoing it; null if nothing has changed'),
})
const decideOne = z.object({ id: idSchema, expected_status: expectedStatus.optional() })

/** The staff's side of comments. */
export const moderationContract = {
  list: procedure(moderation)
    .route({ method: 'GET', path: '/website/comments/', summary: 'List comments and replies' })
    .input(z.object({ ...pageQuery(), ...filters }))
    .output(
      pageSchema(staffComment).extend({
        seen_at: listSeenAt,
        has_more: z.boolean().describe('Whether a search found more than the newest 1,000'),
      }),
    ),
  counts: procedure(moderation)
    .route({ method: 'GET', path: '/admin/comments/counts/', summary: 'Comments by status' })
    .output(
      z.object({
        pending: z.number().int(),
        held: z.number().int().describe('Those of the pending ones that are hidden'),
        approved: z.number().int(),
        rejected: z.number().int(),
      }),
    ),
  thread: procedure(moderation)
    .route({
      method: 'GET',
      path: '/admin/comments/{id}/thread/',
      summary: 'The comment that a thread began with, and its latest replies',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ comment: threadComment, replies: z.array(threadComment) })),
  approve: procedure(moderation)
    .route({ method: 'PATCH', path: '/admin/comments/{id}/approve/', summary: 'Show a comment' })
    .input(decideOne)
    .output(decided),
  reject: procedure(moderation)
    .route({ method: 'PATCH', path: '/admin/comments/{id}/reject/', summary: 'Hide a comment' })
    .input(decideOne)
    .output(decided),
  delete: procedure({ ...moderation, alsoChanges: ['Trash'] })
    .route({
      method: 'DELETE',
      path: '/admin/comments/{id}/',
      successStatus: 204,
      summary: 'Delete a comment with its replies',
    })
    .input(z.object({ id: idSchema })),
  batch: procedure({ ...moderation, alsoChanges: ['Trash'] })
    .route({
      method: 'PATCH',
      path: '/admin/comments/batch/',
      summary: 'Approve, reject or delete many comments',
    })
    .input(
      z.object({
        comment_ids: batchIds,
        action: z.enum(commentActions, { error: 'Please choose an action' }),
        expected_statuses: z
          .record(z.string().regex(/^\d+$/), expectedStatus)
          .optional()
          .describe('By id, the status that the user saw: those that have another by now fail'),
      }),
    )
    .output(batchResponse.extend({ decision_id: z.number().int().nullable() })),
  decideMatching: procedure(moderation)
    .route({
      method: 'PATCH',
      path: '/admin/comments/batch/matching/',
      summary: 'Approve or reject all comments that match',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. It decides on the comments that matched when the list was read: later ones are left alone, and those that somebody has decided on since fail.',
    })
    .input(matchingComments)
    .output(eventIterator(progress)),
  answer: procedure(moderation)
    .route({
      method: 'POST',
      path: '/admin/comments/{id}/reply/',
      successStatus: 201,
      summary: 'Reply in the name of the company',
      description:
        'Approves a pending comment. The reply to a reply stands below the same comment.',
    })
    .input(
      z.object({
        id: idSchema,
        message: textField(answerRule),
        expected_status: expectedStatus.optional(),
      }),
    )
    .output(staffComment),
  waves: procedure(moderation)
    .route({
      method: 'GET',
      path: '/admin/comments/waves/',
      summary: 'Pending comments that are alike, as spam is',
    })
    .output(z.object({ results: z.array(wave), seen_at: z.string() })),
  decideWave: procedure(moderation)
    .route({
      method: 'PATCH',
      path: '/admin/comments/waves/',
      summary: 'Approve or reject the pending comments of a wave',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Comments that came after the list was read are left alone.',
    })
    .input(
      z.object({
        wave: z.string({ error: 'Please choose a wave' }).min(1, 'Please choose a wave').max(500),
        action: verdict,
        seen_at: seenAt,
        seen_total: z.number({ error: 'Please send the total of the wave' }).int().min(1),
      }),
    )
    .output(eventIterator(progress)),
  decisions: procedure(moderation)
    .route({
      method: 'GET',
      path: '/admin/comments/decisions/',
      summary: 'What the signed-in user has decided in the last 24 hours, the latest first',
    })
    .output(z.object({ results: z.array(decision) })),
  undo: procedure(moderation)
    .route({
      method: 'POST',
      path: '/admin/comments/decisions/{id}/undo/',
      summary: 'Give the comments of an own decision their former status',
      description:
        'Streams its progress as server-sent events. Comments that have been decided on since keep their status, and fail.',
    })
    .input(z.object({ id: idSchema }))
    .output(eventIterator(progress)),
}

import type { ApiClient } from '#client/api/client.ts'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import type { RefusedForm } from '#shared/validation.ts'
import { arrivedBefore, type CommentField, commentForms, toComment } from '../validation.ts'
import type { Posted } from './shown-comments.ts'

/** A rejected comment or reply, submitted without JavaScript. */
export type RefusedComment = RefusedForm<CommentField> & {
  /** The parent comment of a reply; null for a new comment. */
  commentId: number | null
}

/** Posts a comment or reply submitted without JavaScript. */
export async function postCommentForm(
  api: ApiClient,
  form: URLSearchParams,
): Promise<{ posted: Posted } | { refused: RefusedComment; status: number }> {
  const replyTo = form.get('comment_id')
  const kind = replyTo === null ? 'comment' : 'reply'
  const outcome = await submitFormData(commentForms[kind], form, (payload) => {
    const comment = toComment(payload)
    return replyTo === null
      ? api.comments.create({ ...comment, news_id: Number(form.get('news_id')) })
      : api.comments.reply({ ...comment, comment_id: Number(replyTo) })
  })
  if ('sent' in outcome) return { posted: outcome.sent.is_held ? 'held' : kind }
  if (outcome.status === arrivedBefore) return { posted: kind }
  const commentId = replyTo === null ? null : Number(replyTo)
  return { status: outcome.status, refused: { ...outcome.refused, commentId } }
}

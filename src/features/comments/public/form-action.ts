import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import {
  outcomes,
  payloadOf,
  type Refusal,
  readWords,
  refusalOf,
  tokenField,
  type Words,
} from './comment-fields.ts'
import type { Posted } from './posted.ts'

/** What came of a form that was posted without JavaScript and refused: the same form shows it again. */
export type RefusedForm = Refusal & {
  words: Words
  /** The comment that it replies to; null for a new comment. */
  commentId: number | null
  /** Of when the form was first opened: who only mends it is quick. */
  formToken: string
}

/** Posts the comment or reply of a form that came without JavaScript. */
export async function postForm(
  api: ApiClient,
  form: URLSearchParams,
): Promise<{ posted: Posted } | { refused: RefusedForm; status: number }> {
  const replyTo = form.get('comment_id')
  const kind = replyTo === null ? 'comment' : 'reply'
  try {
    const { is_held } =
      replyTo === null
        ? await api.comments.create({ ...payloadOf(form), news_id: Number(form.get('news_id')) })
        : await api.comments.reply({ ...payloadOf(form), comment_id: Number(replyTo) })
    return { posted: is_held ? 'held' : kind }
  } catch (error) {
    const refusal = refusalOf(error, outcomes[kind].failure)
    const commentId = replyTo === null ? null : Number(replyTo)
    const formToken = form.get(tokenField) ?? ''
    const status = parseApiError(error).status ?? 500
    return { status, refused: { ...refusal, words: readWords(form), commentId, formToken } }
  }
}

import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { notify } from '#ui/feedback/notify.ts'
import type { Comment } from '../contract.ts'
import { outcomes, payloadOf, type Refusal, refusalOf } from './comment-fields.ts'
import { readComment, readComments, type ShownComments } from './shown-comments.ts'

const toastMs = 3_000
const refetchMs = 1_000
/** As many as an article comes with. */
const pageSize = 100

/** What came of posting: refused, stored and shown, or stored and held for approval. */
export type Outcome = { refusal: Refusal } | { isHeld: boolean }

/**
 * How a comment or a reply joins an article's comments: what is posted is shown at once, and a second later all of
 * them are fetched again.
 */
export function usePosting(articleId: number, setShown: Dispatch<SetStateAction<ShownComments>>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  const refetchSoon = useCallback(() => {
    clearTimeout(timer.current)
    const latest = setTimeout(async () => {
      try {
        const { api } = await import('#client/api/client.ts')
        const found = await api.comments.ofArticle({ id: articleId, page_size: pageSize })
        // An answer that was long on its way knows nothing of what has been posted since.
        if (timer.current === latest) setShown(readComments(found.results, found.total_items))
      } catch (error) {
        console.error('Comments could not be loaded', error)
      }
    }, refetchMs)
    timer.current = latest
  }, [articleId, setShown])

  /** @param commentId the comment that is replied to; null for a new comment */
  return async function post(form: FormData, commentId: number | null): Promise<Outcome> {
    const texts = outcomes[commentId === null ? 'comment' : 'reply']
    try {
      const { api } = await import('#client/api/client.ts')
      const { is_held: isHeld, ...comment } =
        commentId === null
          ? await api.comments.create({ ...payloadOf(form), news_id: articleId })
          : await api.comments.reply({ ...payloadOf(form), comment_id: commentId })
      if (isHeld) {
        notify({ type: 'info', message: outcomes.held, durationMs: toastMs })
        return { isHeld }
      }
      notify({ type: 'success', message: texts.success, durationMs: toastMs })
      setShown((before) => withPosted(before, readComment(comment), commentId))
      refetchSoon()
      return { isHeld }
    } catch (error) {
      console.error(texts.failure, error)
      const refusal = refusalOf(error, texts.failure)
      if (Object.keys(refusal.errors).length === 0) {
        notify({ type: 'error', message: texts.failure, durationMs: toastMs })
      }
      return { refusal }
    }
  }
}

function withPosted(
  before: ShownComments,
  posted: Comment,
  commentId: number | null,
): ShownComments {
  if (commentId === null) {
    return { comments: [posted, ...before.comments], count: before.count + 1 }
  }
  const reply = { ...posted, latest_reply: null }
  return {
    ...before,
    comments: before.comments.map((comment) =>
      comment.id === commentId ? { ...comment, latest_reply: reply } : comment,
    ),
  }
}

import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import type { FormPayload } from '#client/forms/public-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { Comment } from '../contract.ts'
import { commentForms, type commentRules, heldMessage } from '../validation.ts'
import { readComment, readComments, type ShownComments } from './shown-comments.ts'

const toastMs = 3_000
const refetchMs = 1_000
/** The same page size as in the article's response. */
const pageSize = 100

/**
 * Posts comments and replies: shows a posted comment at once, and refetches all comments a second later.
 * @returns the function that posts: it throws the API's errors, and returns whether the comment is held
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
        // A late response lacks comments posted in the meantime.
        if (timer.current === latest) setShown(readComments(found.results, found.total_items))
      } catch (error) {
        console.error('Comments could not be loaded', error)
      }
    }, refetchMs)
    timer.current = latest
  }, [articleId, setShown])

  /** @param commentId the parent comment of a reply; null for a new comment */
  return async function post(
    payload: FormPayload<keyof typeof commentRules>,
    commentId: number | null,
  ): Promise<{ isHeld: boolean }> {
    const { api } = await import('#client/api/client.ts')
    const input = { ...payload, is_published: true }
    const { is_held: isHeld, ...comment } =
      commentId === null
        ? await api.comments.create({ ...input, news_id: articleId })
        : await api.comments.reply({ ...input, comment_id: commentId })
    if (isHeld) {
      notify({ type: 'info', message: heldMessage, durationMs: toastMs })
      return { isHeld }
    }
    const { success } = commentForms[commentId === null ? 'comment' : 'reply']
    notify({ type: 'success', message: success, durationMs: toastMs })
    setShown((before) => withPosted(before, readComment(comment), commentId))
    refetchSoon()
    return { isHeld }
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

import { type Dispatch, type SetStateAction, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useLeaveGuard } from '#ui/forms/use-leave-guard.ts'
import { LeaveDialog } from '#ui/overlays/leave-dialog.tsx'
import { useNow } from '#ui/use-now.ts'
import type { Comment } from '../contract.ts'
import { commentForms, heldMessage } from '../validation.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { RefusedComment } from './form-action.ts'
import type { Posted, ShownComments } from './shown-comments.ts'
import { usePosting } from './use-posting.ts'

type CommentSectionProps = {
  articleId: number
  shown: ShownComments
  setShown: Dispatch<SetStateAction<ShownComments>>
  /** When the page was rendered (ISO 8601), so that hydration shows the same relative times. */
  renderedAt: string
  formToken: string
  /** The outcome of a form submitted without JavaScript. */
  posted: Posted | null
  refused: RefusedComment | null
  /** The comment whose reply form is open, according to the URL. */
  replyingTo: number | null
}

/** The comments, newest first, with the form for a new one above them. */
export function CommentSection(props: CommentSectionProps) {
  const { articleId, formToken, refused } = props
  const { comments, count } = props.shown
  const now = useNow(props.renderedAt)
  const post = usePosting(articleId, props.setShown)
  const [replyingTo, setReplyingTo] = useState(refused ? refused.commentId : props.replyingTo)
  const [isAsked, setIsAsked] = useState(false)
  const [note, setNote] = useState(props.posted && noteOf(props.posted))
  const cancelId = useId()
  const [isCommentFilled, setIsCommentFilled] = useState(refused?.commentId === null)
  const [isReplyFilled, setIsReplyFilled] = useState(refused?.commentId != null)
  const isFilled = isCommentFilled || (isReplyFilled && replyingTo !== null)
  const blocker = useLeaveGuard({ isFilled, isSending: false, isUnderWay: () => false })

  function toggleReply(id: number) {
    setReplyingTo((open) => (open === id ? null : id))
    setIsReplyFilled(false)
    setIsAsked(true)
  }

  const showHeld = (isHeld: boolean) => setNote(isHeld ? heldMessage : null)

  const replyForm = (comment: Comment) => (
    <CommentForm
      label={`Reply to ${comment.name.trim() || 'Anonymous'}`}
      submitLabel="Post Reply"
      subject={{ comment_id: comment.id }}
      formToken={formToken}
      refused={refused?.commentId === comment.id ? refused : null}
      isAsked={isAsked}
      onTyped={setIsReplyFilled}
      onPost={async (payload) => {
        showHeld((await post(payload, comment.id)).isHeld)
        setReplyingTo(null)
        focusReply(comment.id)
      }}
    >
      <Button type="submit" form={cancelId} variant="secondary">
        Cancel
      </Button>
    </CommentForm>
  )

  return (
    <section id="comments" aria-labelledby="comments-heading" className="scroll-mt-24">
      <h2 id="comments-heading" className="text-2xl">
        Comments ({count})
      </h2>
      <div role="status" className="empty:hidden">
        {note && (
          <p className="mt-5 rounded bg-success-soft px-4 py-3 font-medium text-success text-sm">
            {note}
          </p>
        )}
      </div>
      <div className="mt-6 rounded bg-raised p-5 shadow-low sm:p-6 print:hidden">
        <CommentForm
          label="New comment"
          submitLabel="Post Comment"
          subject={{ news_id: articleId }}
          formToken={formToken}
          refused={refused?.commentId === null ? refused : null}
          onTyped={setIsCommentFilled}
          onPost={async (payload) => showHeld((await post(payload, null)).isHeld)}
        />
      </div>
      {/* The form of the Cancel button: without JavaScript it loads the page without the reply form. */}
      {replyingTo !== null && (
        <form
          id={cancelId}
          action="#comments"
          onSubmit={(event) => {
            event.preventDefault()
            focusReply(replyingTo)
            setReplyingTo(null)
          }}
        />
      )}
      {comments.length === 0 ? (
        <p className="mt-8 text-muted">No comments yet. Be the first to share your thoughts!</p>
      ) : (
        <ul className="mt-8 grid gap-5">
          {comments.map((comment) => (
            <li key={comment.id} className="min-w-0">
              <CommentItem
                {...{ comment, now }}
                isReplying={replyingTo === comment.id}
                onReply={() => toggleReply(comment.id)}
                replyForm={replyForm(comment)}
              />
            </li>
          ))}
        </ul>
      )}
      {blocker.state === 'blocked' && (
        <LeaveDialog
          what={isCommentFilled ? 'comment' : 'reply'}
          isSending={false}
          onStay={blocker.reset}
          onLeave={blocker.proceed}
        />
      )}
    </section>
  )
}

const noteOf = (posted: Posted) => (posted === 'held' ? heldMessage : commentForms[posted].success)

/** Moves the focus from the closed form to the button that opened it. */
function focusReply(commentId: number) {
  document.querySelector<HTMLElement>(`#comment-${commentId} button[name="reply"]`)?.focus()
}

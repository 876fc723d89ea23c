import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { FormPayload } from '#shared/validation.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { newId } from '#ui/load-more.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { useNow } from '#ui/use-now.ts'
import type { Comment } from '../contract.ts'
import {
  arrivedBefore,
  authorName,
  type CommentField,
  commentForms,
  commentsPageSize,
  heldMessage,
  toComment,
} from '../validation.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentsUrl, fetchComments, withFirstPage } from './comment-pages.ts'
import type { RefusedComment } from './form-action.ts'
import { MoreComments } from './more-comments.tsx'
import { type Posted, pageParameter, type ShownComments } from './shown-comments.ts'

const toastMs = 3_000
const refetchMs = 1_000

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
  const { comments, count, firstPage, lastPage } = props.shown
  const now = useNow(props.renderedAt)
  const { post, isSending } = usePosting(articleId, props.setShown)
  const [replying, setReplying] = useState(() =>
    openedFor(
      refused
        ? refused.commentId
        : (comments.find(({ id }) => id === props.replyingTo)?.id ?? null),
    ),
  )
  const [isAsked, setIsAsked] = useState(false)
  const [note, setNote] = useState(refused ? null : props.posted && noteOf(props.posted))
  const cancelId = useId()
  const [isCommentFilled, setIsCommentFilled] = useState(refused?.commentId === null)
  /** The reply form in which something is typed. */
  const [filledReply, setFilledReply] = useState(refused ? replying : null)
  const isReplyFilled = replying !== null && filledReply === replying
  const isFilled = isCommentFilled || isReplyFilled
  const items = withReplying(comments, replying)

  function toggleReply(id: number) {
    // Only Cancel discards what is typed.
    if (isReplyFilled) return focusText(replying)
    setReplying((open) => (open?.to === id ? null : openedFor(id)))
    setFilledReply(null)
    setIsAsked(true)
  }

  const noteTyped = (form: ReplyForm, isTyped: boolean) =>
    setFilledReply((filled) => (isTyped ? form : filled === form ? null : filled))

  /** Closes a reply form, unless it is closed: by now another one may be open, and typed into. */
  function closeReply(form: ReplyForm) {
    setReplying((open) => (open === form ? null : open))
    noteTyped(form, false)
  }

  /** Where the last page begins, if others are above it or before it. */
  const newFrom = lastPage > 1 ? (lastPage - firstPage) * commentsPageSize : undefined
  // Before hydration a form asks for the page again, which must show the same comments.
  const pageField = lastPage > 1 && <input type="hidden" name={pageParameter} value={lastPage} />

  const showHeld = (isHeld: boolean) => setNote(isHeld ? heldMessage : null)

  const replyForm = (form: ReplyForm, author = 'a comment') => (
    <CommentForm
      label={`Reply to ${author}`}
      submitLabel="Post Reply"
      subject={{ comment_id: form.to }}
      formToken={formToken}
      refused={refused?.commentId === form.to ? refused : null}
      isAsked={isAsked}
      onTyped={(isTyped) => noteTyped(form, isTyped)}
      onStored={(isTypedOn) => {
        if (!isTypedOn) closeReply(form)
      }}
      onPost={async (payload) => showHeld((await post(payload, form.to)).isHeld)}
    >
      <Button type="submit" form={cancelId} data-plain="" variant="secondary">
        Cancel
      </Button>
    </CommentForm>
  )

  return (
    <section id="comments" aria-labelledby="comments-heading" className="scroll-mt-24">
      <h2 id="comments-heading" tabIndex={-1} className="text-2xl">
        {`Comments (${count})`}
      </h2>
      <div role="status" className="empty:absolute">
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
          onStored={setIsCommentFilled}
          onPost={async (payload) => showHeld((await post(payload, null)).isHeld)}
        />
      </div>
      {/* The form of the Cancel button: before hydration it loads the page without the reply form. */}
      {replying && (
        <form
          id={cancelId}
          action={`#comment-${replying.to}`}
          data-plain=""
          onSubmit={(event) => {
            event.preventDefault()
            closeReply(replying)
          }}
        >
          {pageField}
        </form>
      )}
      {firstPage > 1 && (
        <p className="mt-8 text-center">
          <Link
            reloadDocument
            to={`${commentsUrl(firstPage - 1)}#comments`}
            className={buttonClass({ variant: 'secondary' })}
          >
            Newer Comments
          </Link>
        </p>
      )}
      {items.length === 0 ? (
        <p className="mt-8 text-muted">No comments yet. Be the first to share your thoughts!</p>
      ) : (
        <ul className="mt-8 grid gap-5">
          {items.map(({ id, comment }, index) => (
            <li key={id} id={index === newFrom ? newId : undefined} className="min-w-0">
              <CommentItem
                id={id}
                comment={comment}
                now={now}
                onReply={() => toggleReply(id)}
                replyForm={
                  replying?.to === id && replyForm(replying, comment && authorName(comment))
                }
              >
                {pageField}
              </CommentItem>
            </li>
          ))}
        </ul>
      )}
      {count > commentsPageSize && (
        <MoreComments articleId={articleId} shown={props.shown} setShown={props.setShown} />
      )}
      <LeaveGuard
        what={isReplyFilled && !isCommentFilled ? 'reply' : 'comment'}
        isFilled={isFilled}
        isSending={isSending}
      />
    </section>
  )
}

const noteOf = (posted: Posted) => (posted === 'held' ? heldMessage : commentForms[posted].success)

/** A reply form that is open. Each is an object of its own: a comment may have one again while one is answered. */
type ReplyForm = { to: number }

const openedFor = (to: number | null): ReplyForm | null => (to === null ? null : { to })

type Item = { id: number; comment?: Comment }

/** The comments, and the place of one that is not among them any more while its reply form is open. */
function withReplying(comments: readonly Comment[], replying: ReplyForm | null): Item[] {
  const items: Item[] = comments.map((comment) => ({ id: comment.id, comment }))
  if (!replying || comments.some(({ id }) => id === replying.to)) return items
  const older = comments.findIndex(({ id }) => id < replying.to)
  return items.toSpliced(older < 0 ? items.length : older, 0, { id: replying.to })
}

const focusText = ({ to }: ReplyForm) =>
  document.querySelector<HTMLElement>(`#comment-${to} textarea`)?.focus()

/**
 * Posts comments and replies: shows a posted comment at once, and refetches all comments a second later.
 * @returns `post` throws the API's errors, and returns whether the comment is held
 */
function usePosting(articleId: number, setShown: Dispatch<SetStateAction<ShownComments>>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [sending, setSending] = useState(0)

  useEffect(() => () => clearTimeout(timer.current), [])

  const refetchSoon = useCallback(() => {
    clearTimeout(timer.current)
    const latest = setTimeout(async () => {
      try {
        const found = await fetchComments(api, articleId, 1)
        // A late response lacks comments posted in the meantime.
        if (timer.current === latest) setShown((before) => withFirstPage(before, found))
      } catch (error) {
        console.error('Comments could not be loaded', error)
      }
    }, refetchMs)
    timer.current = latest
  }, [articleId, setShown])

  /** @param commentId the parent comment of a reply; null for a new comment */
  async function post(
    payload: FormPayload<CommentField>,
    commentId: number | null,
  ): Promise<{ isHeld: boolean }> {
    const input = toComment(payload)
    const call =
      commentId === null
        ? api.comments.create({ ...input, news_id: articleId })
        : api.comments.reply({ ...input, comment_id: commentId })
    setSending((count) => count + 1)
    const posted = await call
      .catch((error: unknown) => {
        if (parseApiError(error).status === arrivedBefore) return null
        throw error
      })
      .finally(() => setSending((count) => count - 1))
    if (posted?.is_held) {
      notify({ type: 'info', message: heldMessage, durationMs: toastMs })
      return { isHeld: true }
    }
    const { success } = commentForms[commentId === null ? 'comment' : 'reply']
    notify({ type: 'success', message: success, durationMs: toastMs })
    if (posted) {
      // By the visitor's clock, which may be wrong: what is new is 'Just now'.
      const comment = { ...posted, created_at: new Date().toISOString() }
      setShown((before) => withPosted(before, comment, commentId))
    }
    refetchSoon()
    return { isHeld: false }
  }
  return { post, isSending: sending > 0 }
}

function withPosted(
  before: ShownComments,
  posted: Comment,
  commentId: number | null,
): ShownComments {
  if (commentId === null) {
    // What is sent again, as an answer was lost, may be shown already.
    if (before.comments.some(({ id }) => id === posted.id)) return before
    return { ...before, comments: [posted, ...before.comments], count: before.count + 1 }
  }
  const reply = { ...posted, latest_reply: null }
  return {
    ...before,
    comments: before.comments.map((comment) =>
      comment.id === commentId ? { ...comment, latest_reply: reply } : comment,
    ),
  }
}

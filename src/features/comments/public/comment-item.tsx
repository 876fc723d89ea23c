import { type ReactNode, useEffect, useRef } from 'react'
import { formatRelativeTime } from '#shared/format.ts'
import { AvatarPicture } from '#ui/avatar-picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Comment } from '../contract.ts'
import { authorName } from '../validation.ts'
import { replyFieldId } from './comment-form.tsx'

type CommentItemProps = {
  id: number
  /** Absent while its reply form is open, and it is not among those that are shown any more. */
  comment: Comment | undefined
  now: Date
  onReply: () => void
  /** The reply form, or false while it is closed. */
  replyForm: ReactNode
  /** Hidden fields of the form that opens the reply form before hydration. */
  children: ReactNode
}

/** A comment with its latest reply. */
export function CommentItem(props: CommentItemProps) {
  const { id, comment, now, onReply, replyForm } = props
  const isReplying = replyForm !== false
  const reply = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isReplying) return
    return () => {
      // The focus was in the form, which is gone.
      if (document.activeElement !== document.body) return
      const place = reply.current ?? document.getElementById('comments-heading')
      place?.focus()
    }
  }, [isReplying])

  return (
    <article id={`comment-${id}`} className="scroll-mt-24 rounded bg-raised p-5 shadow-low sm:p-6">
      {comment ? (
        <CommentText comment={comment} now={now} />
      ) : (
        <p className="text-muted">This comment is not shown any more.</p>
      )}
      {/* Before hydration the button loads it with the reply form open. */}
      {comment && (
        <form
          action={`#${replyFieldId}`}
          data-plain=""
          onSubmit={(event) => {
            event.preventDefault()
            onReply()
          }}
          className="mt-2 ml-13.5"
        >
          {props.children}
          <Button
            ref={reply}
            type="submit"
            name="reply"
            value={id}
            variant="quiet"
            size="sm"
            aria-expanded={isReplying}
            className="-ml-3.5"
          >
            Reply
            <span className="sr-only"> to {authorName(comment)}</span>
          </Button>
        </form>
      )}
      {isReplying && <div className="mt-4 rounded bg-sand p-4 sm:ml-13.5 sm:p-5">{replyForm}</div>}
      {comment?.latest_reply && (
        <div className="mt-4 border-line border-l-2 pl-4 sm:ml-13.5 sm:pl-5">
          <CommentText comment={comment.latest_reply} now={now} isReply />
        </div>
      )}
    </article>
  )
}

type CommentTextProps = {
  comment: Pick<Comment, 'name' | 'message' | 'created_at' | 'is_company'>
  now: Date
  isReply?: boolean
}

function CommentText({ comment, now, isReply = false }: CommentTextProps) {
  return (
    <div className="flex flex-wrap gap-x-3.5 gap-y-2">
      <span
        aria-hidden="true"
        className={classNames(
          'relative grid shrink-0 place-items-center overflow-hidden rounded-full font-bold',
          isReply ? 'size-8 text-xs' : 'size-10',
          comment.is_company
            ? 'bg-primary text-on-primary'
            : isReply
              ? 'bg-sand text-muted'
              : 'bg-primary-soft text-primary',
        )}
      >
        {[...authorName(comment)][0]?.toUpperCase()}
        {!comment.is_company && <AvatarPicture name={authorName(comment)} />}
      </span>
      <div className="min-w-[min(100%,11rem)] flex-1">
        <p className="wrap-anywhere leading-snug">
          <bdi className="font-semibold">{authorName(comment)}</bdi>{' '}
          {comment.is_company && <Badge tone="primary">Our answer</Badge>}{' '}
          <time dateTime={comment.created_at} className="text-muted text-sm">
            {formatRelativeTime(comment.created_at, now)}
          </time>
        </p>
        <p dir="auto" className="wrap-anywhere mt-1.5 whitespace-pre-line">
          {comment.message}
        </p>
      </div>
    </div>
  )
}

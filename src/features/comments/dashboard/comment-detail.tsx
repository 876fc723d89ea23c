import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { formatDateTime } from '#shared/format.ts'
import { consentText } from '#shared/privacy.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import type { StaffComment, ThreadComment } from '../moderation-contract.ts'
import { authorName, type Verdict } from '../validation.ts'
import { commentLook } from './comment-status.ts'
import { CompanyReplyForm } from './company-reply-form.tsx'

type CommentDetailProps = {
  comment: StaffComment
  isReplying: boolean
  onReply: (isReplying: boolean) => void
  decide: (comment: StaffComment, verdict: Verdict) => void
}

/** What can be done with a comment, and its thread, which comes later and below. */
export function CommentDetail({ comment, isReplying, onReply, decide }: CommentDetailProps) {
  const { data, error, refetch } = useRead('comments.thread', { id: comment.id })
  return (
    <section
      aria-label={`Thread of ${comment.name}`}
      className="grid max-w-3xl gap-4 border-primary border-l-4 pl-4 text-sm"
    >
      {/* The table has no room for it at these widths. */}
      <div className="lg:hidden">
        <p className="max-sm:hidden">
          <span className="text-muted">On</span>{' '}
          <span className="font-semibold">{comment.article.title}</span>
        </p>
        <p className="text-muted">{comment.article.description}</p>
      </div>
      {!comment.is_company && (
        <p className="text-muted">
          Agreed {consentText(comment.created_at, comment.consent_version)}
        </p>
      )}
      {isReplying ? (
        <CompanyReplyForm comment={comment} onClose={() => onReply(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {comment.status !== 'APPROVED' && (
            <Button size="sm" onClick={ignoreDoubleClick(() => decide(comment, 'approve'))}>
              Approve
            </Button>
          )}
          {comment.status !== 'REJECTED' && (
            <>
              <Button
                variant="secondary"
                size="sm"
                onClick={ignoreDoubleClick(() => decide(comment, 'reject'))}
              >
                Spam
              </Button>
              <Button variant="secondary" size="sm" onClick={() => onReply(true)}>
                Reply
              </Button>
            </>
          )}
        </div>
      )}
      {error && !data ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : data ? (
        data.replies.length === 0 ? (
          <p className="text-muted">No replies yet.</p>
        ) : (
          <ol className="grid gap-3">
            {[data.comment, ...data.replies].map((one) => (
              <ThreadItem key={one.id} comment={one} isThis={one.id === comment.id} />
            ))}
          </ol>
        )
      ) : (
        <div role="status">
          <span className="sr-only">Loading the thread...</span>
          <SkeletonText lines={2} />
        </div>
      )}
    </section>
  )
}

function ThreadItem({ comment, isThis }: { comment: ThreadComment; isThis: boolean }) {
  const { label, tone } = commentLook(comment)
  return (
    <li
      aria-current={isThis || undefined}
      className={classNames(
        'rounded px-3 py-2',
        isThis ? 'bg-primary-soft' : 'bg-sand',
        comment.parent !== null && 'ml-6',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <span className="wrap-anywhere font-semibold text-sm">{authorName(comment)}</span>
        <time dateTime={comment.created_at} className="text-muted">
          {formatDateTime(comment.created_at)}
        </time>
        {comment.is_company ? (
          <Badge tone="primary">Company, by {comment.staff_name}</Badge>
        ) : (
          !isThis && comment.status !== 'APPROVED' && <Badge tone={tone}>{label}</Badge>
        )}
        {isThis && <span className="text-muted">the one above</span>}
      </p>
      {!isThis && (
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
          {comment.message}
        </p>
      )}
    </li>
  )
}

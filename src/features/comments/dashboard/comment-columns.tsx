import { Link } from 'react-router'
import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { EmailText } from '#ui/email-text.tsx'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import { Check, CornerDownRight, ShieldX } from '#ui/icons.ts'
import type { StaffComment } from '../moderation-contract.ts'
import { authorName, type Verdict } from '../validation.ts'
import { commentLook, commentName } from './comment-status.ts'

type Columns = {
  openId: number | undefined
  onToggle: (comment: StaffComment) => void
  decide: (comment: StaffComment, verdict: Verdict) => void
}

export const commentColumns = ({
  openId,
  onToggle,
  decide,
}: Columns): DataColumn<StaffComment>[] => [
  {
    id: 'comment',
    header: 'Comment',
    isMain: true,
    className: 'w-1/2 min-w-60',
    cell: (comment) => (
      <CommentCell
        comment={comment}
        isOpen={comment.id === openId}
        onToggle={() => onToggle(comment)}
      />
    ),
  },
  {
    id: 'author',
    header: 'Author',
    className: 'min-w-40 max-w-60',
    cell: (comment) => <AuthorCell comment={comment} />,
  },
  {
    id: 'article',
    header: 'Article',
    className: 'min-w-44 max-w-64 sm:max-lg:hidden',
    cell: ({ id, article }) => (
      <>
        <Link
          to={`/insights/${article.slug}#comment-${id}`}
          className="font-medium sm:line-clamp-2 underline-offset-4 hover:underline"
        >
          {article.title}
        </Link>
        <p className="mt-0.5 line-clamp-2 text-muted text-xs max-sm:hidden">
          {article.description}
        </p>
      </>
    ),
  },
  {
    id: 'decide',
    header: 'Decide',
    cell: (comment) => <DecideButtons comment={comment} decide={decide} />,
  },
]

type CommentCellProps = { comment: StaffComment; isOpen: boolean; onToggle: () => void }

function CommentCell({ comment, isOpen, onToggle }: CommentCellProps) {
  const { label, tone } = commentLook(comment)
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="min-h-6 text-left font-semibold underline-offset-4 hover:underline"
        >
          {authorName(comment)}
        </button>
        <time dateTime={comment.created_at} className="text-muted text-xs tabular-nums">
          {formatDateTime(comment.created_at)}
        </time>
        <Badge tone={tone}>{label}</Badge>
        {comment.is_company && <Badge tone="primary">Company, by {comment.staff_name}</Badge>}
      </div>
      {comment.in_reply_to && (
        <p className="mt-1 line-clamp-1 text-muted text-xs">
          <CornerDownRight aria-hidden="true" className="mr-1 inline size-3.5" />
          To <bdi>{comment.in_reply_to.name}</bdi>: <bdi>{comment.in_reply_to.message}</bdi>
        </p>
      )}
      <p
        dir="auto"
        className={classNames(
          'wrap-anywhere mt-1 whitespace-pre-line font-normal',
          !isOpen && 'line-clamp-4',
        )}
      >
        {comment.message}
      </p>
      {comment.decided && comment.status !== 'PENDING' && (
        <p className="mt-1 text-muted text-xs">
          {comment.status === 'APPROVED' ? 'Approved' : 'Rejected'} by {comment.decided.by},{' '}
          {formatDateTime(comment.decided.at)}
        </p>
      )}
    </div>
  )
}

const orMore = (count: number) => (count >= 100 ? '100+' : String(count))

/** The author's email, and what came of their comments. */
function AuthorCell({ comment: { email, author, is_company } }: { comment: StaffComment }) {
  if (is_company) return <span className="text-muted">The company</span>
  return (
    <>
      <span className="wrap-anywhere block">
        <EmailText address={email} />
      </span>
      {author && <AuthorRecord author={author} />}
    </>
  )
}

type AuthorRecordProps = { author: NonNullable<StaffComment['author']> }

function AuthorRecord({ author }: AuthorRecordProps) {
  const { approved, rejected } = author
  return (
    <>
      <span className="mt-0.5 block text-muted text-xs">
        {approved + rejected === 0 ? (
          'Nothing decided yet'
        ) : (
          <>
            <span className={classNames(approved > 0 && 'font-semibold text-success')}>
              {orMore(approved)} approved
            </span>
            {', '}
            <span className={classNames(rejected > 0 && 'font-semibold text-error')}>
              {orMore(rejected)} rejected
            </span>
          </>
        )}
      </span>
      <span className="block text-muted text-xs sm:whitespace-nowrap">
        Here since {formatLocalDate(author.first_seen_at)}
      </span>
    </>
  )
}

type DecideButtonsProps = Pick<Columns, 'decide'> & { comment: StaffComment }

/** A decided row leaves the list, and the next one's buttons come under the pointer. */
function DecideButtons({ comment, decide }: DecideButtonsProps) {
  const { status } = comment
  return (
    <div className="flex gap-1.5 max-sm:justify-end">
      {status !== 'APPROVED' && (
        <Button
          variant="secondary"
          size="icon"
          aria-label={`Approve ${commentName(comment)}`}
          title="Approve"
          onClick={ignoreDoubleClick(() => decide(comment, 'approve'))}
        >
          <Check aria-hidden="true" className="size-5 text-success" />
        </Button>
      )}
      {status !== 'REJECTED' && (
        <Button
          variant="secondary"
          size="icon"
          aria-label={`Reject ${commentName(comment)} as spam`}
          title="Spam"
          onClick={ignoreDoubleClick(() => decide(comment, 'reject'))}
        >
          <ShieldX aria-hidden="true" className="size-5 text-error" />
        </Button>
      )}
    </div>
  )
}

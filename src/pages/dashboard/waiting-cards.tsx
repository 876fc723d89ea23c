import type { ReactNode } from 'react'
import { useRead } from '#client/api/queries.ts'
import { CertificatesToIssue } from '#features/certificates/dashboard/certificates-to-issue.tsx'
import { ReplyClock } from '#features/contact/dashboard/reply-clock.tsx'
import { mayOpen } from '#layout/dashboard/sections.ts'
import { formatCount } from '#shared/format.ts'
import { isOneOf, type Role, recruiters } from '#shared/roles.ts'
import { classNames } from '#ui/class-names.ts'
import { StatCard } from '#ui/stat-card.tsx'

/** Even rows: an administrator sees nine cards, a recruiter six, an editor three. */
const columns: Record<Role, string> = {
  ADMIN: 'sm:grid-cols-3',
  RECRUITER: 'sm:grid-cols-3 xl:grid-cols-6',
  EDITOR: 'sm:grid-cols-3',
}

/** What waits for somebody of this role, each with the list behind it. */
export function WaitingCards({ role }: { role: Role }) {
  const mayRecruit = isOneOf(recruiters, role)
  const mayEdit = mayOpen(role, '/dashboard/comments')
  return (
    <section aria-label="What waits for you">
      <div
        className={classNames(
          'grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 sm:gap-5',
          columns[role],
        )}
      >
        {mayRecruit && (
          <>
            <Applications />
            <AssignedApplications />
            <Messages />
            <OwnedMessages />
            <Talents />
            <CertificatesToIssue />
          </>
        )}
        {mayEdit && (
          <>
            <Comments />
            <Testimonials />
            <Drafts />
          </>
        )}
      </div>
    </section>
  )
}

const first = { page_size: 1 }

function Applications() {
  const read = useRead('applications.list', {
    ...first,
    status: ['PENDING'],
    ordering: 'created_at',
  })
  return (
    <Card
      label="New applications"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/applications?status=PENDING&ordering=created_at"
      text="Nobody has looked at them yet"
    />
  )
}

/** Those that the user is yet to decide on. */
function AssignedApplications() {
  const read = useRead('applications.list', {
    ...first,
    assignee: 'me',
    status: ['PENDING', 'REVIEWING', 'SHORTLISTED'],
  })
  return (
    <Card
      label="Applications of mine"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/applications?assignee=me&status=PENDING,REVIEWING,SHORTLISTED&ordering=created_at"
      text="Not yet decided"
    />
  )
}

function Messages() {
  const read = useRead('contact.list', { ...first, status: ['NEW'], ordering: 'created_at' })
  const oldest = read.data?.results[0]
  return (
    <Card
      label="New messages"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/messages?status=NEW&ordering=created_at"
      text={oldest ? <ReplyClock due={oldest.answer_due_at} /> : read.data && 'All are answered'}
    />
  )
}

function OwnedMessages() {
  const read = useRead('contact.list', { ...first, owner: ['me'], status: ['NEW', 'IN_PROGRESS'] })
  return (
    <Card
      label="Messages of mine"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/messages?owner=me&status=NEW,IN_PROGRESS&ordering=created_at"
      text="Not yet resolved"
    />
  )
}

function Talents() {
  const read = useRead('talents.list', { ...first, status: ['NEW'] })
  return (
    <Card
      label="New talents"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/talents?status=NEW&ordering=created_at"
      text="Registered to be introduced"
    />
  )
}

function Comments() {
  const read = useRead('comments.counts', undefined)
  const held = read.data?.held ?? 0
  return (
    <Card
      label="Pending comments"
      read={read}
      count={read.data?.pending}
      to="/dashboard/comments"
      text={held > 0 ? `${formatCount(held)} held back until then` : 'Shown until decided'}
    />
  )
}

function Testimonials() {
  const read = useRead('testimonials.list', { ...first, status: 'PENDING' })
  return (
    <Card
      label="Pending testimonials"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/testimonials?status=PENDING"
      text="Nobody sees them yet"
    />
  )
}

function Drafts() {
  const drafts = useRead('drafts.list', { ...first, status: ['unpublished'] })
  const { data: scheduled } = useRead('drafts.list', { ...first, status: ['scheduled'] })
  return (
    <Card
      label="Drafts"
      read={drafts}
      count={drafts.data?.total_items}
      to="/dashboard/news?status=unpublished"
      text={scheduled && `${formatCount(scheduled.total_items)} scheduled besides`}
    />
  )
}

type CardProps = {
  label: string
  read: { error: Error | null; refetch: () => unknown }
  count: number | undefined
  to: string
  text: ReactNode
}

const Card = ({ read, count, ...card }: CardProps) => (
  <StatCard {...card} value={count} isFailed={read.error !== null} onRetry={read.refetch} />
)

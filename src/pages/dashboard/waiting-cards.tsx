import type { ReactNode } from 'react'
import { useRead } from '#client/api/queries.ts'
import { AnswerClock } from '#features/contact/dashboard/answer-clock.tsx'
import { mayOpen } from '#layout/dashboard/sections.ts'
import { type Role, recruiters } from '#shared/roles.ts'
import { StatCard } from '#ui/stat-card.tsx'

/** What waits for somebody of this role, each with the list behind it. */
export function WaitingCards({ role }: { role: Role }) {
  const mayRecruit = (recruiters as readonly Role[]).includes(role)
  const mayEdit = mayOpen(role, '/dashboard/comments')
  return (
    <section aria-label="What waits for you">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 sm:grid-cols-3 sm:gap-5">
        {mayRecruit && (
          <>
            <Applications />
            <Messages />
            <Talents />
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
    ...{ ...first, status: ['PENDING'], ordering: 'created_at' },
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

function Messages() {
  const read = useRead('contact.list', { ...first, status: 'NEW', ordering: 'created_at' })
  const oldest = read.data?.results[0]
  return (
    <Card
      label="New messages"
      read={read}
      count={read.data?.total_items}
      to="/dashboard/messages?status=NEW&ordering=created_at"
      text={oldest ? <AnswerClock due={oldest.answer_due_at} /> : read.data && 'All are answered'}
    />
  )
}

function Talents() {
  const read = useRead('talents.list', { ...first, status: 'NEW' })
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
      text={held > 0 ? `${held.toLocaleString('en')} held back until then` : 'Shown until decided'}
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
  const drafts = useRead('drafts.list', { ...first, status: 'unpublished' })
  const { data: scheduled } = useRead('drafts.list', { ...first, status: 'scheduled' })
  return (
    <Card
      label="Drafts"
      read={drafts}
      count={drafts.data?.total_items}
      to="/dashboard/news?status=unpublished"
      text={scheduled && `${scheduled.total_items.toLocaleString('en')} scheduled besides`}
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

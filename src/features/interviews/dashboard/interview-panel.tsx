import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import type { ApplicationDetail } from '#features/applications/contract.ts'
import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { selectionOf } from '#ui/data-table/selection.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Interview } from '../contract.ts'
import { slotHours, slotTime } from '../slot-time.ts'
import {
  bookLabel,
  interviewLooks,
  outcomeLooks,
  outcomeRow,
  useOutcome,
} from './interview-state.ts'
import { useHasBegun } from './use-has-begun.ts'

const BookDialog = lazyComponent(() => import('./book-dialog.tsx'), 'BookDialog')
const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx'), 'InviteDialog')
const NoteDialog = lazyComponent(() => import('./note-dialog.tsx'), 'NoteDialog')
const UnbookDialog = lazyComponent(() => import('./unbook-dialog.tsx'), 'UnbookDialog')

type InterviewPanelProps = {
  application: ApplicationDetail
  show: ShowChange
}

type Open = 'invite' | 'book' | 'unbook' | 'note'

/** The interview of an application: the invitation, the time, and how it went. */
export function InterviewPanel({ application, show }: InterviewPanelProps) {
  const { id, first_name, last_name, cohort, status } = application
  const { data, error, refetch } = useRead('interviews.ofApplication', { id })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const slot = data?.interview?.slot ?? null
  const hasBegun = useHasBegun(slot)
  if (!data) {
    return error ? <QuietFailure what="The interview" onRetry={refetch} /> : null
  }
  const { interview } = data
  // Nothing to say of whoever is far from it.
  if (!interview && status !== 'SHORTLISTED' && !open) return null
  const { state, updated_at } = interview ?? {}
  const person = { id, first_name, last_name, cohort, slot, state, updated_at }
  const label = bookLabel(status, state, hasBegun)
  return (
    <section aria-labelledby="interview" className="rounded bg-raised p-5 shadow-low">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="interview" className="text-xl">
          Interview
        </h2>
        {interview && <State interview={interview} hasBegun={hasBegun} show={show} />}
      </div>
      {interview ? <Facts interview={interview} /> : <p className="text-muted">Not invited yet.</p>}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {!interview && (
          <Button size="sm" onClick={() => setOpen('invite')}>
            Invite
          </Button>
        )}
        {label && (
          <Button size="sm" variant="secondary" onClick={() => setOpen('book')}>
            {label}
          </Button>
        )}
        {interview && (
          <Button size="sm" variant="secondary" onClick={() => setOpen('note')}>
            Note
          </Button>
        )}
        {slot && !hasBegun && (
          <Button size="sm" variant="quiet" onClick={() => setOpen('unbook')}>
            Cancel the interview
          </Button>
        )}
      </div>
      {open === 'invite' && (
        <InviteDialog
          selection={selectionOf(application)}
          filters={{}}
          onClose={close}
          onChanged={show}
        />
      )}
      {open === 'book' && <BookDialog person={person} onClose={close} onChanged={show} />}
      {open === 'unbook' && <UnbookDialog person={person} onClose={close} onChanged={show} />}
      {open === 'note' && <NoteDialog person={person} onClose={close} />}
    </section>
  )
}

type StateProps = {
  interview: Interview
  hasBegun: boolean
  show: ShowChange
}

function State({ interview, hasBegun, show }: StateProps) {
  const { changeStatus } = useOutcome(show)
  if (!hasBegun) return <StatusBadge looks={interviewLooks} status={interview.state} />
  const row = outcomeRow(interview)
  return (
    <StatusMenu
      looks={outcomeLooks}
      status={row.status}
      name="the interview"
      onSelect={(status) => void changeStatus(row, status)}
    />
  )
}

function Facts({ interview }: { interview: Interview }) {
  const { slot, note, invited_at, invited_by, reminded_at, reminders } = interview
  return (
    <>
      {slot && (
        <p className="font-semibold">
          {slotTime(slot)}
          <span className="block font-normal text-muted text-sm">
            {[slotHours(slot), slot.place, slot.panel_names.join(', ')].filter(Boolean).join(' · ')}
          </span>
        </p>
      )}
      {slot?.link && (
        <a
          href={slot.link}
          rel="noreferrer"
          className="wrap-anywhere font-medium text-primary text-sm underline underline-offset-4"
        >
          {slot.link}
        </a>
      )}
      <p className="mt-1 text-muted text-sm">
        Invited {formatDateTime(invited_at)} by {invited_by}
        {reminded_at && `, reminded ${formatLocalDate(reminded_at)}`}
        {reminders > 1 && ` (${reminders} times)`}
      </p>
      {note && <p className="wrap-anywhere measure mt-3 whitespace-pre-line">{note}</p>}
    </>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsMailSetUp } from '#client/mail-note.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'
import type { RefusedForm } from '#shared/validation.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { Event } from '../contract.ts'
import { type RegistrationField, registrationDone } from '../validation.ts'
import { closedEventReason, RegisterElsewhere } from './event-card.tsx'
import { CalendarLink } from './event-facts.tsx'
import { RegistrationForm } from './registration-form.tsx'

type EventRegistrationProps = {
  event: Event
  formToken: string
  /** The rejected form, if it was submitted without JavaScript. */
  refused: RefusedForm<RegistrationField> | null
  isDone: boolean
}

const typedOnText =
  'You are registered. What you typed since is not part of it: if we should know it, please write to us.'

/** The event's registration form, or the reason why registration is not possible. */
export function EventRegistration(props: EventRegistrationProps) {
  const { event, formToken, refused } = props
  const [isDoneHere, setIsDoneHere] = useState(false)
  const isDone = (isDoneHere || props.isDone) && !event.is_cancelled
  const heading = useRef<HTMLHeadingElement>(null)

  // The form that had the focus is gone, so the focus moves to the message.
  useEffect(() => {
    if (isDoneHere) heading.current?.focus()
  }, [isDoneHere])

  return (
    <section
      id="register"
      aria-labelledby="register-heading"
      className="scroll-mt-24 rounded bg-raised p-6 shadow-low sm:p-8"
    >
      <h2 id="register-heading" ref={heading} tabIndex={-1} className="text-2xl">
        {isDone ? 'See you there' : (closedEventReason(event) ?? 'Register')}
      </h2>
      {isDone ? (
        <Done event={event} />
      ) : event.registration === 'open' || refused ? (
        <>
          <Terms event={event} />
          <RegistrationForm
            eventId={event.id}
            formToken={formToken}
            refused={refused}
            onDone={(isTypedOn) => {
              setIsDoneHere(true)
              // A second registration of the address would store nothing.
              if (isTypedOn) notify({ type: 'info', message: typedOnText })
            }}
          />
        </>
      ) : (
        <Refused event={event} />
      )}
    </section>
  )
}

/** The places and the deadline, shown before the form. */
function Terms({ event: { capacity, registration_deadline } }: { event: Event }) {
  const terms = [
    'A name and an email are enough. We write to you with the day, the place and a file for your calendar.',
    ...(capacity === null
      ? []
      : [`There ${capacity === 1 ? 'is' : 'are'} ${pluralize(capacity, 'place')}.`]),
    ...(registration_deadline === null
      ? []
      : [`Please register by ${formatDateTime(registration_deadline)} (Kigali).`]),
  ]
  return <p className="mt-2 mb-6 text-muted">{terms.join(' ')}</p>
}

function Done({ event }: { event: Event }) {
  const isMailSetUp = useIsMailSetUp()
  return (
    <>
      <p
        role="status"
        className="mt-4 rounded bg-success-soft px-4 py-3 font-semibold text-success"
      >
        {registrationDone(isMailSetUp)}
      </p>
      <p className="my-4 text-muted empty:hidden">
        {isMailSetUp &&
          'If no email comes within a few minutes, please look in your spam folder. If it is not there, write to us, and we send it to you.'}
      </p>
      <CalendarLink event={event} />
    </>
  )
}

function Refused({ event }: { event: Event }) {
  const isMailSetUp = useIsMailSetUp()
  if (event.registration === 'elsewhere') {
    return (
      <>
        <p className="mt-2 mb-6 text-muted">One registers for this event at another address.</p>
        <RegisterElsewhere event={event} />
      </>
    )
  }
  return (
    <p className="mt-3 text-muted">
      {event.is_cancelled && isMailSetUp && 'Those who were registered have been told by email. '}
      {event.registration === 'full' && !event.is_past
        ? 'Somebody may still cancel, so it is worth looking again later. Or come to another one: '
        : 'There will be others: '}
      <PageLink to="/events">see all events</PageLink>, or{' '}
      <PageLink to="/newsletter">hear of the next one by email</PageLink>.
    </p>
  )
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-primary underline underline-offset-4">
      {children}
    </Link>
  )
}

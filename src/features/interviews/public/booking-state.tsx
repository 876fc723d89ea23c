import { useCompany } from '#client/use-company.ts'
import { phoneHref } from '#shared/company.ts'
import { formatDateTime } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Invitation } from '../booking-contract.ts'
import { changeHours } from '../validation.ts'
import { BookingTime } from './booking-time.tsx'
import { SlotChoice } from './slot-choice.tsx'

type BookingStateProps = {
  invitation: Invitation
  /** The URL of this page with these parameters besides the token. */
  hrefWith: (parameters: Record<string, string>) => string
  calendarHref: string
}

/** What has become of an invitation: the times to choose from, or the time that was chosen. */
export function BookingState({ invitation, hrefWith, calendarHref }: BookingStateProps) {
  const { first_name, cohort_name, state, booked, slots } = invitation
  const choice = <SlotChoice slots={slots} hrefOf={(slot) => hrefWith({ slot: String(slot) })} />
  if (booked && (state === 'booked' || state === 'held')) {
    return (
      <>
        <h2 className="wrap-anywhere text-2xl">
          {state === 'held' ? 'Your interview is over' : `Your interview, ${first_name}`}
        </h2>
        <div className="mt-5 max-w-xl rounded bg-raised p-6 shadow-low">
          <p className="wrap-anywhere text-muted">{cohort_name}</p>
          <p className="mt-1 font-semibold text-xl">
            <BookingTime time={booked} />
          </p>
          <Where booked={booked} />
          {state === 'booked' && (
            <div className="mt-6 flex flex-wrap gap-3">
              <a
                href={calendarHref}
                download="interview.ics"
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
              >
                Add to my calendar
              </a>
            </div>
          )}
        </div>
        {state === 'held' ? (
          <p className="mt-6 text-muted">Thank you for the talk. We will write to you.</p>
        ) : booked.is_changeable ? (
          <>
            <p className="mt-6 mb-4 text-muted">
              You can change or cancel it until {formatDateTime(booked.change_until)} (Kigali).
            </p>
            <ButtonLink to={hrefWith({ cancel: 'yes' })} variant="secondary">
              Cancel my interview
            </ButtonLink>
            {slots.length > 0 && (
              <>
                <h2 className="mt-12 text-2xl">Another time</h2>
                {choice}
              </>
            )}
          </>
        ) : (
          <ContactUs
            text={`It is in less than ${changeHours} hours. If you cannot come, please tell us:`}
          />
        )}
      </>
    )
  }
  if (state === 'choose' && slots.length > 0) {
    return (
      <>
        <h2 className="wrap-anywhere text-2xl">Choose a time, {first_name}</h2>
        <p className="wrap-anywhere mt-3">
          We would like to talk with you about your application for {cohort_name}.
        </p>
        {choice}
      </>
    )
  }
  return (
    <>
      <h2 className="wrap-anywhere text-2xl">
        {state === 'choose' ? 'No time is free at the moment' : 'This invitation is over'}
      </h2>
      <ContactUs
        text={
          state === 'choose'
            ? 'All times are taken, or there are none yet. Please look again tomorrow, or write to us:'
            : 'There is no interview to choose any more. If you think that this is a mistake, please write to us:'
        }
      />
    </>
  )
}

const link = 'wrap-anywhere font-semibold text-primary underline underline-offset-4'

function Where({ booked }: { booked: NonNullable<Invitation['booked']> }) {
  return (
    <>
      {booked.place && <p className="wrap-anywhere mt-3">{booked.place}</p>}
      {booked.link && (
        <p className="mt-3">
          Join here:{' '}
          <a href={booked.link} rel="noreferrer" className={link}>
            {booked.link}
          </a>
        </p>
      )}
    </>
  )
}

/** How to reach us, where the page can't help. */
export function ContactUs({ text }: { text: string }) {
  const { email, phone } = useCompany().contact
  return (
    <>
      <p className="measure mt-4">{text}</p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
        <a href={phoneHref(phone)} className={`${link} whitespace-nowrap`}>
          {phone}
        </a>
      </p>
    </>
  )
}

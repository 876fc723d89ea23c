import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import {
  browserLoader,
  type LoaderArgs,
  type PageHandle,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import {
  browserAction,
  serverAction,
  type TokenAct,
  tokenIn,
} from '#client/loaders/token-action.ts'
import { useIsMailSetUp } from '#client/mail-note.ts'
import { BookingQuestion } from '#features/interviews/public/booking-question.tsx'
import { BookingState, ContactUs } from '#features/interviews/public/booking-state.tsx'
import { bookingMessages } from '#features/interviews/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import type { Route } from './+types/interview.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Your interview',
    description: 'Choose a time for an interview.',
    isUnlisted: true,
  })
}

export const handle: PageHandle = {
  query: ['token', 'slot', 'cancel', 'done'],
  hydratesOnLoad: true,
}

export const headers = privateHeaders

/** Loads the link's invitation: it may be over, and the link may be incomplete. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const token = tokenIn(request)
  try {
    return { token, invitation: await api.interviews.ofToken({ token }), problem: '' }
  } catch (error) {
    const { status } = parseApiError(error)
    if (status !== 404 && status !== 400) throw error
    const problem = status === 404 ? bookingMessages.gone : bookingMessages.token
    return { token, invitation: null, problem }
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

const pathWith = (token: string, parameters: Record<string, string> = {}) =>
  `/interview?${new URLSearchParams({ token, ...parameters })}`

const change: TokenAct = async ({ interviews }, { token, form }) => {
  const isCancelled = form.get('intent') === 'cancel'
  if (isCancelled) await interviews.cancel({ token })
  else await interviews.choose({ token, slot: Number(form.get('slot')) })
  return pathWith(token, { done: isCancelled ? 'cancelled' : 'booked' })
}

export const action = serverAction(change)
export const clientAction = browserAction(change)

export default function InterviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation, problem } = loaderData
  const asked = useArrival()
  return (
    <>
      <HeroBanner title="Your interview" seed="interview" />
      <div className="wrap py-section">
        {invitation ? (
          <div ref={asked}>
            <Asked token={token} invitation={invitation} problem={actionData?.problem} />
          </div>
        ) : (
          <>
            <p role="status" className="font-semibold text-xl">
              {problem}
            </p>
            <ContactUs text="If you expect an interview with us, please write or call:" />
          </>
        )}
      </div>
    </>
  )
}

/** Focuses what was done, or the heading of the next question, as it takes the place of what was pressed. */
function useArrival() {
  const { search } = useLocation()
  const part = useRef<HTMLDivElement>(null)
  const last = useRef(search)
  useEffect(() => {
    if (last.current === search) return
    last.current = search
    const arrival = part.current?.querySelector<HTMLElement>('[role=status], h2')
    if (!arrival) return
    arrival.tabIndex = -1
    arrival.focus()
  }, [search])
  return part
}

type Invitation = NonNullable<Route.ComponentProps['loaderData']['invitation']>

/** What was done just now, by the URL: a reload or Back may come to it when it is so no longer. */
function doneText(done: string | null, invitation: Invitation, isMailSetUp: boolean) {
  const { state, booked, slots } = invitation
  if (done === 'booked' && state === 'booked') {
    if (booked?.is_emailed === false)
      return 'Your time is booked. No email tells of it this time: please add it to your calendar below.'
    return isMailSetUp
      ? 'Your time is booked. An email with a file for your calendar is on its way to you.'
      : 'Your time is booked. Our emails are held up at the moment: yours, with a file for your calendar, follows later.'
  }
  if (done !== 'cancelled' || booked) return null
  const isOffered = state === 'choose' && slots.length > 0
  return `Your interview is cancelled.${isOffered ? ' You can choose another time here.' : ''}`
}

type AskedProps = {
  token: string
  invitation: Invitation
  problem: string | undefined
}

/** The question that the URL asks, or the state of the invitation. */
function Asked({ token, invitation, problem }: AskedProps) {
  const [parameters] = useSearchParams()
  const isMailSetUp = useIsMailSetUp()
  const { state, booked, slots } = invitation
  const hrefWith = (more: Record<string, string>) => pathWith(token, more)
  const wanted = parameters.get('slot')
  const slot = slots.find(({ id }) => String(id) === wanted)
  const asked = parameters.has('cancel') && booked?.is_changeable ? booked : slot
  if (asked) {
    const kind = asked === booked ? 'cancel' : booked ? 'change' : 'choose'
    return (
      <BookingQuestion
        kind={kind}
        problem={problem}
        time={asked}
        action={hrefWith(kind === 'cancel' ? { cancel: 'yes' } : { slot: String(asked.id) })}
        backHref={hrefWith({})}
        isLast={booked?.can_choose_again === false}
      />
    )
  }
  const canChoose = booked ? booked.is_changeable : state === 'choose'
  const isUnavailable = canChoose && wanted !== null && String(booked?.id) !== wanted
  /** What was done although its answer was lost needs no second try. */
  const isDone = wanted === null ? !booked : String(booked?.id) === wanted
  const refused = isDone ? undefined : problem
  const done = doneText(parameters.get('done'), invitation, isMailSetUp)
  return (
    <>
      {(refused || isUnavailable) && (
        <p role="alert" className="mb-6 rounded bg-error-soft px-4 py-3 font-semibold text-error">
          {refused ?? 'This time can no longer be chosen.'}
        </p>
      )}
      {done && !refused && (
        <p
          role="status"
          className="mb-6 rounded bg-success-soft px-4 py-3 font-semibold text-success"
        >
          {done}
        </p>
      )}
      <BookingState
        invitation={invitation}
        hrefWith={hrefWith}
        calendarHref={`/interview.ics?${new URLSearchParams({ token })}`}
      />
    </>
  )
}

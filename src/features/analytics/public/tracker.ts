// Reports visits to the site's own collector. A script of its own, so that it works with and without the pages'
// scripts. It stores nothing in the browser, and does nothing for visitors who ask not to be tracked.

import {
  clickName,
  eventsMax,
  isCounted,
  leavingSecondsMin,
  scrollMilestones,
  timeMilestones,
} from '../validation.ts'
import type { Report } from './measurement.ts'

const { apiRoot = '/api' } = document.documentElement.dataset
const sendEveryS = 10

const init: RequestInit = {
  method: 'POST',
  keepalive: true,
  credentials: 'omit',
  // Otherwise the full page URL would be sent, and the certificate page's URL contains an email address.
  referrerPolicy: 'no-referrer',
  priority: 'low',
}

const asksNotTo =
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl

// Where the visit came from: a host and the campaign, of which the server keeps names that many share.
const referrer = document.referrer.split('/')[2]
const utm = location.search.match(/utm_[^&]+/g)?.join('&')

let path: string
let events: Report['events'] = []
let seconds: number
let sentSeconds: number
let depth: number
let lastTop: number
let isMeasuring = false
// Pages of the site open each other as documents.
let landing: 1 | undefined = referrer === location.host ? undefined : 1

function begin() {
  path = location.pathname
  seconds = sentSeconds = depth = 0
  lastTop = scrollY
  note('page_view')
}

function leave() {
  if (seconds > leavingSecondsMin && seconds > sentSeconds) {
    note('total_time', seconds - sentSeconds)
    sentSeconds = seconds
  }
  send()
}

/** Counts a navigation within the site as a page view. */
function noteNavigation() {
  if (location.pathname === path) return
  leave()
  begin()
}

function note(name: string, value?: string | number) {
  if (!isCounted(path)) return
  events.push([name, value])
  if (events.length === eventsMax) send()
}

/** Sends the collected events. No retries: they would cost visitors data. */
function send() {
  // An unknown URL may contain personal data.
  const page = /^[\w/-]*$/.test(path) ? path : '/other'
  if (events[0] && navigator.onLine) {
    fetch(`${apiRoot}/website/visits/`, {
      ...init,
      body: JSON.stringify({
        path: page,
        referrer,
        utm,
        landing,
        events: events.map(([name, value]) => ({ name, value })),
      }),
      headers: { 'content-type': 'application/json' },
    }).catch(() => {})
    landing = undefined
    dispatchEvent(new CustomEvent<Report>('reported', { detail: { init, page, events } }))
  }
  events = []
}

/** The visible label of the clicked element: never typed text or names of people. */
function nameOf(element: HTMLElement) {
  const scheme = /^(mailto|tel):/.exec(element.getAttribute('href') ?? '')
  // Text for screen readers may name other people, such as the author of a comment.
  const shown = [...element.childNodes].filter((node) => (node as Element).className !== 'sr-only')
  const text = shown.map((node) => node.textContent).join('')
  return scheme?.[1] ?? clickName(element.getAttribute('aria-label') ?? text)
}

function noteClick({ type, target, isTrusted }: Event) {
  // What waited for the page's scripts is pressed again by a script.
  if (type !== 'click' || !isTrusted) return
  const element = (target as Element).closest<HTMLElement>('a,button,summary')
  // In a form, labels of other elements than its buttons may contain typed text.
  if (!element || (element.closest('form') && !element.matches('button:not([data-typed])'))) return
  const name = nameOf(element)
  if (name) note('click', name)
}

function noteDepth() {
  if (isMeasuring) return
  isMeasuring = true
  setTimeout(() => {
    isMeasuring = false
    const percent = Math.round(
      (100 * scrollY) / (document.documentElement.scrollHeight - innerHeight),
    )
    // Counts only scrolling down: a new page starts by scrolling up from the previous page's position.
    if (scrollY > lastTop) {
      for (const milestone of scrollMilestones) {
        if (milestone > depth && milestone <= percent) {
          depth = milestone
          note('scroll_depth', milestone)
        }
      }
    }
    lastTop = scrollY
  }, 100)
}

/** Counts a video that starts. Ignores a resumed playback. */
function notePlay({ target }: Event) {
  if ((target as HTMLVideoElement).currentTime < 1) note('Watch Video')
}

function noteSecond() {
  if (document.hidden) return
  seconds += 1
  if ((timeMilestones as readonly number[]).includes(seconds)) note('time_on_page', seconds)
  if (seconds % sendEveryS === 0) send()
}

if (!asksNotTo) {
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name]
    history[name] = (...entry) => {
      change.apply(history, entry)
      noteNavigation()
    }
  }
  addEventListener('popstate', noteNavigation)
  // A page restored from the back/forward cache counts as a new view.
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  addEventListener('pagehide', leave)
  addEventListener('visibilitychange', () => document.hidden && leave())
  addEventListener('click', noteClick, true)
  // What was pressed before this script had come.
  addEventListener('held', (event) => noteClick((event as CustomEvent<Event>).detail))
  addEventListener('play', notePlay, true)
  addEventListener('scroll', noteDepth, { passive: true })
  // What the pages' own scripts tell.
  addEventListener('visit', (event) => note(...(event as CustomEvent<[string, string]>).detail))
  setInterval(noteSecond, 1000)
  begin()
}

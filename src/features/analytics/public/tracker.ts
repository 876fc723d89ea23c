// What visitors do on a page, told to our own collector and to the measurement that is configured, if there is one.
// A script of its own beside the pages' scripts, so that it works with and without them; it stores nothing in the
// browser, and does nothing at all for who asks not to be tracked.

import {
  clickName,
  eventsMax,
  isCounted,
  leavingSecondsMin,
  scrollMilestones,
  timeMilestones,
} from '../validation.ts'

const { apiRoot = '/api', measurement } = document.documentElement.dataset
const sendEveryS = 10

type Value = string | number | undefined

const asksNotTo =
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl

// Of one load of a page and of nobody: the next load has others.
const visit = { cid: `${Math.random()}`.slice(2), sid: `${Date.now()}`.slice(0, -3) }

let path: string
let events: [name: string, value: Value][] = []
let seconds: number
let toldSeconds: number
let depth: number
let lastTop: number
let isMeasuring = false

function begin() {
  path = location.pathname
  seconds = toldSeconds = depth = 0
  lastTop = scrollY
  note('page_view')
}

function leave() {
  if (seconds > leavingSecondsMin && seconds > toldSeconds) {
    note('total_time', seconds - toldSeconds)
    toldSeconds = seconds
  }
  send()
}

/** A navigation within the site is a page that loads. */
function look() {
  if (location.pathname === path) return
  leave()
  begin()
}

function note(name: string, value?: Value) {
  if (!isCounted(path)) return
  events.push([name, value])
  if (events.length === eventsMax) send()
}

/** Sends what there is to tell of this page. Nothing is tried again: a lost figure is worth no visitor's money. */
function send() {
  // An address that somebody made up may have anything in it.
  const page = /^[\w/-]*$/.test(path) ? path : '/other'
  if (events[0] && navigator.onLine) {
    post(`${apiRoot}/website/visits/`, {
      body: JSON.stringify({
        path: page,
        events: events.map(([name, value]) => ({ name, value })),
      }),
      headers: { 'content-type': 'application/json' },
    })
    if (measurement) {
      const about = { v: '2', tid: measurement, ...visit, npa: '1' }
      const where = { dl: location.origin + page, dt: document.title }
      const query = new URLSearchParams({ ...about, ...where })
      post(`https://www.google-analytics.com/g/collect?${query}`, {
        body: events.map(measured).join('\n'),
        mode: 'no-cors',
      })
    }
  }
  events = []
}

/** A line of what the measurement takes. */
const measured = ([en, value]: (typeof events)[number]) =>
  new URLSearchParams({
    en,
    ...(value && { [typeof value === 'number' ? 'epn.value' : 'ep.label']: `${value}` }),
  })

function post(url: string, init: RequestInit) {
  fetch(url, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    // The page's whole address would come along otherwise, with an e-mail in it on one of them.
    referrerPolicy: 'no-referrer',
    priority: 'low',
    ...init,
  }).catch(() => {})
}

/** What a click was on, in the page's own words: never what somebody typed, and never a name. */
function nameOf(element: HTMLElement) {
  const scheme = /^(mailto|tel):/.exec(element.getAttribute('href') ?? '')
  // What is said to screen readers besides may be of other people: whom one replies to, for one.
  const shown = [...element.childNodes].filter((node) => (node as Element).className !== 'sr-only')
  const text = shown.map((node) => node.textContent).join('')
  return scheme?.[1] ?? clickName(element.getAttribute('aria-label') ?? text)
}

function noteClick({ target }: Event) {
  const element = (target as Element).closest<HTMLElement>('a,button,summary')
  // Within a form, what isn't the button that sends it may be made of what was typed.
  if (!element || (element.closest('form') && (element as HTMLButtonElement).type !== 'submit'))
    return
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
    // Only the way down counts: a new page begins with a scroll up from where the last one was left.
    for (const milestone of scrollY > lastTop ? scrollMilestones : []) {
      if (milestone > depth && milestone <= percent) {
        depth = milestone
        note('scroll_depth', milestone)
      }
    }
    lastTop = scrollY
  }, 100)
}

/** From its beginning, since a film that goes on after a rest is none that is played anew. */
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
      look()
    }
  }
  addEventListener('popstate', look)
  // A page that comes back as it was left is seen once more.
  addEventListener('pageshow', ({ persisted }) => persisted && begin())
  addEventListener('pagehide', leave)
  addEventListener('visibilitychange', () => document.hidden && leave())
  addEventListener('click', noteClick, true)
  addEventListener('play', notePlay, true)
  addEventListener('scroll', noteDepth, { passive: true })
  setInterval(noteSecond, 1000)
  begin()
}

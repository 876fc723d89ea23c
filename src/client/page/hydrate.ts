/*
 * Loads React's scripts once somebody means to use what needs them, keeps what was pressed and typed meanwhile, and
 * does it again after hydration (docs/decisions/100-pages-that-wake.md). They wait in a template, which React Router's
 * own output was put into (`defer-scripts.ts`). A part of `src/entry.page.ts`; pages without that have it inlined.
 *
 * - `data-plain`: what works without React, also once the page is hydrated. A form with it, or a link to another page,
 *   waits nevertheless where leaving the page would lose something.
 * - `data-hydrates`: what needs React beside forms and buttons; `data-hydrates="near"` as soon as it comes near the
 *   viewport.
 * - `data-runs`: the script of a form, or of another part, that needs no more than that. It is loaded at the first use
 *   of the part; with `data-near` as soon as that comes near the viewport.
 * - `data-falls`: a picture in whose place React shows something else when it can't be loaded.
 */
import { navigation, openEntry } from './entries.ts'
import {
  heldTypes,
  isForElsewhere,
  type Pressed,
  pressAgain,
  pressKey,
  setValue,
  type Typed,
} from './hand-over.ts'

const page = document.documentElement
const parts = 'form,button,[data-hydrates],[data-video]>a'
/** What the browser sends by itself. */
const sent = 'form:not([method=dialog])'
const nearMargin = '500px'
const retryMs = 2000
/** Attempts to load scripts that something between here and the site may keep back. */
const triesMax = 10
/** After this time a note says that the page is still loading. */
const patienceMs = 3000
/** A screen reader must know of the empty status before it tells what is written into it. */
const knownMs = 100
/** What the browser sends is not sent again by the same button within this time. */
const resendMs = 5000
/** React renders what its first effects have set, and hydrates the parts of a page that it puts off. */
const settleMs = 100
/** Scripts that are there and have not run after this time don't: an older browser can't read them. */
const runMs = 15_000

/** Whether it happens without anything pressed. */
const hydratesOnLoad = document.querySelector('[data-scripts=now]') !== null
/** What to do again, by the element: two presses of one button are one. */
const pressed: Pressed = new Map()
/** The fields that somebody has typed into or chosen in, with what is in them. */
const typed = new Map<Typed, string>()
const status = document.createElement('p')
status.role = 'status'
/** The parts whose script was asked for. */
const requestedParts = new Set<Element>()
let isHydrating = false
let sentAt = -resendMs
let sentBy: HTMLElement | null

async function hydrate() {
  const template = document.querySelector<HTMLTemplateElement>('template[data-scripts]')
  if (isHydrating || !template) return
  isHydrating = true
  collectRestored()
  const files = [...template.content.querySelectorAll('link')].map(({ href }) => href)
  if (!(await fetchAll(files))) return doWithoutScripts()
  globalThis.beforeHydration = { typed, pressed }
  template.replaceWith(template.content)
  setTimeout(() => page.dataset.hydrated ?? release(), runMs)
}

/** Starts the script of a part. Where it is gone, the browser sends a form, and React does the rest. */
async function runScript(part: HTMLElement) {
  if (requestedParts.has(part)) return
  requestedParts.add(part)
  const file = part.dataset.runs ?? ''
  const isThere = (await fetchAll([file])) && (await importScript(file))
  if (isThere || part.matches(sent) || part.querySelector(sent)) {
    part.dataset.plain = isThere ? 'runs' : ''
    repeat(part)
  } else {
    delete part.dataset.runs
    if ([...pressed.keys()].some((one) => part.contains(one))) void hydrate()
  }
}

/** @returns whether a file could be run: who leaves the page meanwhile aborts it */
const importScript = (file: string) =>
  import(/* @vite-ignore */ file).then(
    () => true,
    () => false,
  )

/** @returns whether the files are there: the connection may be lost for a while, and a new version has others */
async function fetchAll(files: string[]) {
  // Firefox keeps a failed import for as long as the page is open: a fetch can be repeated.
  for (let tries = 1; ; tries += 1) {
    const statuses = await Promise.all(files.map(fetchToEnd))
    if (statuses.every((one) => one === 200)) return true
    const isKeptBack = tries > triesMax && navigator.onLine && statuses.some((one) => one > 0)
    if (statuses.includes(404) || isKeptBack) return false
    await wait(retryMs)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns the response's status; 0 without a connection */
async function fetchToEnd(address: string) {
  try {
    const response = await fetch(address)
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

/** A new version of the site has other scripts. Links and forms work without any, and keep what was typed. */
function doWithoutScripts() {
  const isFormHeld = typed.size > 0 || [...pressed.keys()].some((part) => part.closest('form'))
  const isReloaded = navigation?.type === 'reload'
  if (isFormHeld || isReloaded) release()
  else location.reload()
}

/** Adds the texts that the browser has filled in again, as after a reload, without telling anybody. */
function collectRestored() {
  for (const field of document.querySelectorAll<HTMLInputElement>('input,textarea')) {
    const isChanged = field.value !== field.defaultValue
    if (isChanged && !field.closest('[data-plain],[data-runs]')) typed.set(field, field.value)
  }
}

/** Whether leaving the page would lose what is typed, which React asks about, or the page itself. */
const isAtStake = () => [...typed.keys()].some(({ value }) => value) || !navigator.onLine

/** Tabs are links that stay (`tabs.ts`). */
const leaves = (part: Element | null | undefined): part is HTMLAnchorElement =>
  part instanceof HTMLAnchorElement &&
  !part.target &&
  part.role !== 'tab' &&
  part.origin === location.origin &&
  part.pathname + part.search !== location.pathname + location.search

/** Leaves a form with one button to the browser, but for its second sending. @returns whether it did */
function isLeftToBrowser(event: Event, part: Element) {
  const plain = part.closest('[data-plain],[data-hydrates],form[method=dialog]')
  if (!plain || plain.matches('[data-hydrates]')) return false
  if (!plain.matches('form[data-plain=""]')) return true
  if (isAtStake() || pressed.size > 0) return false
  if (event.type === 'submit') {
    // Another button means something else. Besides, a sending may only scroll within the page.
    const { submitter } = event as SubmitEvent
    if (submitter === sentBy && event.timeStamp < sentAt + resendMs) event.preventDefault()
    else sentAt = event.timeStamp
    sentBy = submitter
  }
  return true
}

function notice(event: Event) {
  const target = event.target as HTMLElement
  if (/click|submit/.test(event.type)) collectRestored()
  const link = target.closest?.('a')
  const isLeaving = isAtStake() && leaves(link)
  const part = isLeaving ? link : target.closest?.<HTMLElement>(parts)
  if (!part || (!isLeaving && isLeftToBrowser(event, part))) return
  // A finger that scrolls touches much; what it means is clicked.
  if ((event as PointerEvent).pointerType === 'touch' && event.type === 'pointerdown') return
  void bringFor(part)
  if (event.type === 'submit') {
    hold(event, target, (event as SubmitEvent).submitter)
  } else if (event.type === 'click' && part.matches('a,button')) {
    // The browser shows what is missing at once.
    if (
      isForElsewhere(event as MouseEvent) ||
      part.matches(':invalid:not([novalidate]) [type=submit]')
    )
      return
    hold(event, part)
  } else if (/input|change/.test(event.type)) {
    typed.set(target as Typed, (target as Typed).value)
  }
}

/** Brings the script of an element's part, or React. */
function bringFor(element: Element) {
  const part = element.closest<HTMLElement>('[data-runs]')
  // A form whose script is gone is left to the browser, unless something is at stake.
  return part && part.dataset.plain !== '' ? runScript(part) : hydrate()
}

function hold(event: Event, part: HTMLElement, submitter: HTMLElement | null = null) {
  event.preventDefault()
  event.stopPropagation()
  document.body.append(status)
  setTimeout(tell, navigator.onLine ? patienceMs : knownMs)
  // What is pressed last is done last.
  pressed.delete(part)
  pressed.set(part, submitter)
  part.ariaBusy = 'true'
  page.dataset.held = ''
}

/** Says below the pressed element why nothing has happened yet. */
function tell() {
  if (pressed.size === 0) return
  status.textContent = navigator.onLine
    ? 'Still loading. Your press is kept.'
    : 'You are offline. This will be done as soon as you are back.'
  const { top } = status.getBoundingClientRect()
  for (const part of pressed.keys()) {
    const place = part.getBoundingClientRect()
    if (place.bottom > top && place.top < innerHeight) part.scrollIntoView({ block: 'nearest' })
  }
}

/** Tells React what was typed before it listened. */
function repeatTyped() {
  for (const [field, value] of [...typed]) {
    if (field.closest('[data-runs]')) continue
    // Hydration gives a textarea the text that the server rendered.
    if (field.type !== 'file' && field.value !== value) setValue(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** Does again what was pressed within a part of the page. */
function repeat(within: Element) {
  for (const [part, submitter] of [...pressed]) {
    if (part.isConnected && !within.contains(part)) continue
    pressed.delete(part)
    part.ariaBusy = null
    pressOnce(part, submitter as HTMLButtonElement | null)
  }
  if (pressed.size > 0) return
  delete page.dataset.held
  status.remove()
}

/** Presses what is still on the page. */
function pressOnce(part: HTMLElement, submitter: HTMLButtonElement | null) {
  if (!part.isConnected) return
  if (!(part instanceof HTMLFormElement)) part.click()
  else if (!submitter || submitter.form === part) part.requestSubmit(submitter)
}

function release() {
  for (const type of heldTypes) removeEventListener(type, notice, true)
  repeat(page)
}

for (const type of heldTypes) addEventListener(type, notice, true)
for (const type of ['online', 'offline']) addEventListener(type, tell)
// Whoever comes back to a page may choose anew at once.
addEventListener('pageshow', () => {
  sentAt = -resendMs
})
addEventListener(
  'hydrated',
  () => {
    repeatTyped()
    setTimeout(release, settleMs)
  },
  { once: true },
)

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void bringFor(target)
  },
  { rootMargin: nearMargin },
)
for (const part of document.querySelectorAll('[data-hydrates=near],[data-near]'))
  observer.observe(part)

const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0
addEventListener(
  'error',
  ({ target }) => (target as Element).matches?.('[data-falls]') && hydrate(),
  true,
)
const broken = [...document.querySelectorAll<HTMLImageElement>('[data-falls]')].some(isBroken)

globalThis.handOver?.((event) => {
  if (event.type === 'popstate') return openEntry()
  // The tracker has not seen it, and doesn't count what a script presses.
  dispatchEvent(new CustomEvent('held', { detail: event }))
  if (event.type === 'keydown') pressKey(event)
  else if (event.defaultPrevented) pressAgain(event)
  else notice(event)
})

// This comes after the style sheet: such a page is painted meanwhile.
if (hydratesOnLoad || broken) void hydrate()

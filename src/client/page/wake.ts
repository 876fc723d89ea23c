/*
 * Inlined into every page of the site: loads its scripts once somebody means to use what needs them, keeps what was
 * pressed meanwhile, and does it again after hydration (docs/decisions/100-pages-that-wake.md). The scripts wait in a
 * template, which React Router's own output was put into (src/entry.server.tsx).
 *
 * - `data-plain`: what works without React, also once the page is awake.
 * - `data-wakes`: what needs React beside forms and buttons; `data-wakes="near"` as soon as it comes near the viewport.
 */

const page = document.documentElement
const parts = 'form,button,[data-wakes],[data-video]>a'
const types = ['pointerdown', 'focusin', 'input', 'change', 'click', 'submit'] as const
const nearMargin = '500px'
const retryMs = 2000

/** Whether the page wakes by itself. */
const isAwake = document.querySelector('[data-scripts=now]') !== null
/** What to do again, by the element: two presses of one button are one. */
const held = new Map<Element, () => void>()
let isWaking = false
/** From then on a link waits as well: React asks before it discards a text. */
let isTyped = false

async function wake() {
  const template = document.querySelector<HTMLTemplateElement>('template[data-scripts]')
  if (isWaking || !template) return
  isWaking = true
  const files = [...template.content.querySelectorAll('link')]
  // Firefox keeps a failed import for as long as the page is open: a fetch can be repeated.
  for (;;) {
    const statuses = await Promise.all(files.map(({ href }) => fetchToEnd(href)))
    if (statuses.includes(404)) return doWithoutScripts()
    if (statuses.every((status) => status === 200)) break
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  template.replaceWith(template.content)
}

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
  if (isTyped || isAwake) release()
  else location.reload()
}

function notice(event: Event) {
  const target = event.target as HTMLElement
  const part = target.closest?.(isTyped ? `a,${parts}` : parts)
  const isLink = part?.matches('a')
  if (!part || (part.closest('[data-plain],form[method=dialog]') && !(isTyped && isLink))) return
  // A finger that scrolls touches much; what it means is clicked.
  if ((event as PointerEvent).pointerType === 'touch' && event.type === 'pointerdown') return
  void wake()
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
  if (event.type === 'submit') {
    const { submitter } = event as SubmitEvent
    hold(event, target, () => (target as HTMLFormElement).requestSubmit(submitter))
  } else if (event.type === 'click' && (isLink || part.matches('button'))) {
    if (!ctrlKey && !metaKey && !shiftKey) hold(event, part, () => (part as HTMLElement).click())
  } else if (/input|change/.test(event.type)) {
    isTyped = true
    held.set(target, () => {
      for (const type of ['input', 'change'])
        target.dispatchEvent(new Event(type, { bubbles: true }))
    })
  }
}

function hold(event: Event, part: Element, repeat: () => void) {
  event.preventDefault()
  event.stopPropagation()
  held.set(part, repeat)
  page.dataset.waking = ''
}

function release() {
  for (const type of types) removeEventListener(type, notice, true)
  delete page.dataset.waking
  page.dataset.awake = ''
  for (const repeat of held.values()) repeat()
  held.clear()
}

for (const type of types) addEventListener(type, notice, true)
addEventListener('awake', release, { once: true })

const observer = new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && wake(),
  { rootMargin: nearMargin },
)
for (const part of document.querySelectorAll('[data-wakes=near]')) observer.observe(part)

// React shows what stands in for a picture that can't be loaded.
const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && wake(), true)

// This comes after the style sheet: a page that wakes by itself is painted meanwhile.
if (isAwake || [...document.images].some(isBroken)) void wake()

export {}

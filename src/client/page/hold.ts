/*
 * Inlined into the head of every public page: holds what is pressed and typed until the page's own script is there
 * (`src/entry.page.ts`) and takes it over. Asks for that script again where the connection was lost.
 */
import { heldTypes, isForElsewhere, pressAgain } from './hand-over.ts'

const page = document.documentElement
/** What does nothing by itself, or something else than the page's script has it do. */
const presses = 'button,a[role=tab],[data-video]>a'
const retryMs = 2000
const triesMax = 3

/** By what is pressed: presses of one button are one, as nobody sees the first one done. */
const held = new Map<Event | Element, Event>()
/** Somebody may go back to another page's entry as well (`entries.ts`). */
const types = [...heldTypes, 'popstate']
let isTyped = false
let tries = 0

function hold(event: Event) {
  const { type } = event
  const target = event.target as Element
  isTyped ||= /input|change/.test(type)
  // A link would lose what is typed, or the page, unless it opens another one beside it.
  const here =
    isTyped || !navigator.onLine
      ? `${presses},a:not([target],[href^=tel],[href^=mailto],[href^="#"])`
      : presses
  const parts = isForElsewhere(event as MouseEvent) ? 'button' : here
  const part = type === 'submit' ? target : type === 'click' && target.closest?.(parts)
  if (part) return keep(event, part)
  held.set(event, event)
}

function keep(event: Event, part: Event | Element) {
  // What is pressed last is done last.
  held.delete(part)
  held.set(part, event)
  event.preventDefault()
  event.stopPropagation()
  page.dataset.held = ''
}

/** Holds the keys that the page's script has for tabs and menus: each, as they lead from one tab to the next. */
function holdKey(event: KeyboardEvent) {
  const part = event.key === 'ArrowDown' ? '[data-menu]>button' : 'a[role=tab]'
  if (!/^( |Arrow(Down|Left|Right)|Home|End)$/.test(event.key) || isForElsewhere(event)) return
  if ((event.target as Element).matches?.(part)) keep(event, event)
}

for (const type of types) addEventListener(type, hold, true)
addEventListener('keydown', holdKey, true)

function handOver(take: (event: Event) => void) {
  for (const type of types) removeEventListener(type, hold, true)
  removeEventListener('keydown', holdKey, true)
  delete page.dataset.held
  for (const event of held.values()) take(event)
  held.clear()
}

globalThis.handOver = handOver

function askAgain({ src }: HTMLScriptElement) {
  // Another version of the site has another script. Links and most forms work without.
  if (navigator.onLine && ++tries > triesMax) return handOver(pressAgain)
  const script = document.createElement('script')
  script.type = 'module'
  script.dataset.page = ''
  // Firefox keeps a failed module by its address.
  script.src = `${src}?`
  document.body.append(script)
}

addEventListener(
  'error',
  ({ target }) => {
    const script = target as HTMLScriptElement
    if (script.dataset?.page === '') setTimeout(askAgain, retryMs, script)
  },
  true,
)

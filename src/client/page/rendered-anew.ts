/*
 * React finds other elements than it rendered on a page whose texts a browser has translated, and renders it anew: what
 * was typed and pressed is then found again by its place.
 */

/** What is pressed and typed into. */
const used = 'a,button,form,input,select,textarea'
/** What tells one of them from another: not its words, which are in another language. */
const telling = ['action', 'href', 'name', 'type']

export type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** What was pressed: links, buttons, and forms with the button that sent them. */
export type Pressed = Map<HTMLElement, HTMLElement | null>

const page = document.documentElement
let parts: Element[] = []
/** The attributes that the server and the scripts have set, which React doesn't render. */
let data: DOMStringMap = {}
/** What was used last, which has the focus if it can have it. */
let inUse: HTMLElement | undefined

export function noteUse(element: HTMLElement) {
  inUse = element
}

/** Notes the page as it is before hydration. */
export function notePage() {
  parts = [...document.querySelectorAll(used)]
  data = { ...page.dataset }
  noteUse(document.activeElement as HTMLElement)
}

/** @returns what is now in the place of an element that was on the page before hydration; itself if nothing like it is */
function currentOf<Part extends Element>(part: Part): Part {
  if (part.isConnected) return part
  const { localName } = part
  const index = parts.filter((one) => one.localName === localName).indexOf(part)
  const now = document.getElementsByTagName(localName)[index] as Part | undefined
  return now && isLike(part, now) ? now : part
}

function isLike(part: Element, now: Element) {
  const [form, formNow] = [formOf(part), formOf(now)]
  return (
    telling.every((name) => part.getAttribute(name) === now.getAttribute(name)) &&
    (form && currentOf(form)) === formNow
  )
}

/** Links and forms have none. */
const formOf = (part: Element) => (part as Typed).form as HTMLFormElement | null | undefined

/** Sets a value behind the property of the element itself, by which React would know it, and tell no form of it. */
export function setValue(field: Typed, value: string) {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
}

/**
 * Gives the root its attributes, and new fields what was in those before them.
 * @param typed gets the fields of which React is to be told
 * @param pressed gets what is now in the places of what was pressed
 * @returns whether it is done: places tell nothing before a form has come that comes after the rest of the page
 */
export function takeOver(typed: Map<Typed, string>, pressed: Pressed) {
  Object.assign(page.dataset, data)
  data = {}
  if (parts.some((part) => part.matches('form') && !currentOf(part).isConnected)) return false
  for (const part of parts) {
    const old = part as HTMLInputElement
    const now = currentOf(old)
    if (old === now || !old.matches('input,select,textarea')) continue
    typed.delete(old)
    if (old.checked !== now.checked) now.click()
    if (old.value === now.value) continue
    if (old.type === 'file') now.files = old.files
    else setValue(now, old.value)
    typed.set(now, old.value)
  }
  for (const [part, submitter] of [...pressed]) {
    pressed.delete(part)
    pressed.set(currentOf(part), submitter && currentOf(submitter))
  }
  // The document has none.
  if (inUse) currentOf(inUse).focus?.()
  parts = []
  return true
}

/*
 * React finds other elements than it rendered on a page whose texts a browser has translated, and renders it anew: what
 * was typed and pressed is then found again by its place.
 */

/** What is pressed and typed into. */
const used = 'a,button,form,input,select,textarea'
/** What tells one of them from another: not its words, which are in another language. */
const telling = ['action', 'href', 'name', 'type']
/** What has a value that nobody types. */
const choices = 'button,[type=radio],[type=checkbox]'

export type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** What was pressed: links, buttons, and forms with the button that sent them. */
export type Pressed = Map<HTMLElement, HTMLElement | null>

const page = document.documentElement
let parts: Element[] = []
/** The attributes that the server and the scripts have set, which React doesn't render. */
let data: DOMStringMap = {}
let focused: HTMLElement | undefined

export function noteFocus(element: HTMLElement) {
  focused = element
}

/** Notes the page as it is before hydration. */
export function notePage() {
  parts = [...document.querySelectorAll(used)]
  data = { ...page.dataset }
  noteFocus(document.activeElement as HTMLElement)
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
  const form = formOf(part)
  const names = part.matches(choices) ? [...telling, 'value'] : telling
  const isSame = names.every((name) => part.getAttribute(name) === now.getAttribute(name))
  return isSame && (form && currentOf(form)) === formOf(now)
}

const formOf = (part: Element) =>
  part.matches('a,form') ? null : (part as HTMLButtonElement | Typed).form

/** Sets a value behind the property of the element itself, by which React would know it, and tell no form of it. */
export function setValue(field: Typed, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
}

/** Whether a form is not there yet, which comes after the rest of the page: places tell nothing before it has. */
export const lacksForm = () =>
  parts.some((part) => part.matches('form') && !currentOf(part).isConnected)

/**
 * Gives new fields what was in those before them.
 * @param typed gets the fields of which React is to be told
 * @param pressed gets what is now in the places of what was pressed, and loses what isn't there any more
 */
export function takeOver(typed: Map<Typed, string>, pressed: Pressed) {
  const isWhole = !lacksForm()
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
    const now = currentOf(part)
    const by = submitter && currentOf(submitter)
    pressed.delete(part)
    const isThere = now.isConnected && by?.isConnected !== false
    if (isThere && (isWhole || now === part)) pressed.set(now, by)
  }
  if (focused && !focused.isConnected) currentOf(focused).focus()
  parts = []
}

/** Gives the root its attributes, and takes over at once unless a form is lacking. */
export function takeOverWhole(typed: Map<Typed, string>, pressed: Pressed) {
  Object.assign(page.dataset, data)
  if (!lacksForm()) takeOver(typed, pressed)
}

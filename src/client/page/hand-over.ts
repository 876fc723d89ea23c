/** What is held before anything else has come, and handed over to who knows what to do with it. */
export const heldTypes = ['pointerdown', 'focusin', 'input', 'change', 'click', 'submit'] as const

export type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** What was pressed: links, buttons, and forms with the button that sent them. */
export type Pressed = Map<HTMLElement, HTMLElement | null>

declare global {
  /** The fields of which React is to be told, with what was typed into them, and what is to be pressed again. */
  var beforeHydration: { typed: Map<Typed, string>; pressed: Pressed }
  /** Has what was held done by a function, and no more held. Pages without their own script hold nothing. */
  var handOver: ((take: (event: Event) => void) => void) | undefined
}

/** Whether a link is to be opened beside the page, or saved. */
export const isForElsewhere = ({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent | KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey

/** Presses again what an event was held of: a link, a button or a form. Keys need the page's script (`pressKey`). */
export function pressAgain(event: Event) {
  const target = event.target as HTMLElement
  if (!event.defaultPrevented) return
  if (event.type === 'submit') {
    const form = target as HTMLFormElement
    form.requestSubmit((event as SubmitEvent).submitter)
  } else if (event.type === 'click') {
    target.closest<HTMLElement>('a,button')?.click()
  }
}

/** Presses a key where the one before it led to, and takes the focus from nobody who has moved on. */
export function pressKey(event: Event) {
  const target = event.target as HTMLElement
  const focused = document.activeElement as HTMLElement
  const isThere = target.parentElement?.contains(focused)
  const key = new KeyboardEvent(event.type, event)
  if (isThere) focused.dispatchEvent(key)
  else {
    target.dispatchEvent(key)
    focused.focus()
  }
}

/** Sets a value behind the property of the element itself, by which React would know it, and tell no form of it. */
export function setValue(field: Typed, value: string) {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
}

/*
 * React finds other elements than it rendered on a page whose texts a browser has translated, and renders it anew: what
 * was typed and pressed is then found again by its place. This comes with React, as only hydration needs it.
 */
import { useEffect, useLayoutEffect } from 'react'
import { setValue, type Typed } from './hand-over.ts'

/** What is pressed and typed into. */
const used = 'a,button,form,input,select,textarea'
/** What tells one of them from another: not its words, which are in another language. */
const telling = ['action', 'href', 'name', 'type']
/** A form that comes after the rest of the page is looked for so often, after each of these times. */
const looksMax = 30
const settleMs = 100

let parts: Element[] = []
/** The attributes that the server and the scripts have set, which React doesn't render. */
let data: DOMStringMap = {}
/** What had the focus last. */
let inUse: Element | null = null

if (!import.meta.env.SSR) notePage()

/** Notes the page as it is before hydration. */
function notePage() {
  parts = [...document.querySelectorAll(used)]
  data = { ...document.documentElement.dataset }
  inUse = document.activeElement
  addEventListener('focusin', noteFocus)
}

function noteFocus({ target }: Event) {
  inUse = target as Element
}

/** Finds what was used before hydration on the page as React has rendered it, and says so to who does it again. */
export function useTakeOver() {
  // Before the effects that look at the attributes of the page.
  useLayoutEffect(() => void takeOver(), [])
  useEffect(() => void takeOverAll(), [])
}

async function takeOverAll() {
  document.documentElement.dataset.hydrated = ''
  try {
    for (let looks = 0; !takeOver() && looks < looksMax; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, settleMs))
  } finally {
    removeEventListener('focusin', noteFocus)
    // What waits for it goes on, whatever could not be found again.
    dispatchEvent(new Event('hydrated'))
  }
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

/**
 * Gives the root its attributes, and new fields what was in those before them.
 * @returns whether it is done: places tell nothing before a form has come that comes after the rest of the page
 */
function takeOver() {
  Object.assign(document.documentElement.dataset, data)
  data = {}
  if (parts.some((part) => part.matches('form') && !currentOf(part).isConnected)) return false
  const { typed, pressed } = beforeHydration
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
  if (inUse && !inUse.isConnected) (currentOf(inUse) as HTMLElement).focus()
  parts = []
  return true
}

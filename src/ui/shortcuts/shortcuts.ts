import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** A key of a screen, and what it does: the listener and the dialog behind `?` both read it. */
export type Shortcut = {
  /** As `KeyboardEvent.key` has it, letters in lower case: 'j', '/', 'Enter'. */
  key: string
  does: string
  /** What it does with Shift; without this text, it is no shortcut then. */
  withShift?: string
  /** Whether it is pressed with Ctrl, or ⌘. It then works while somebody types, and can't be switched off. */
  isWithCtrl?: boolean
  /** Whether it goes on while the key is held down, as what only moves does. */
  canRepeat?: boolean
  /** Omitted where the browser does it already, such as Enter on a link. */
  run?: (how: { isShifted: boolean }) => void
}

/** The declarations of what is on the screen; a later one takes a key from an earlier one. */
const declared = new Set<{ current: readonly Shortcut[] }>()
let areOn = true
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Declares the keys of a screen, or of a part of it, while it is shown. They do nothing while somebody types.
 * @param subject what they act on: with another one, they take their keys from all that were declared before
 */
export function useShortcuts(shortcuts: readonly Shortcut[], subject?: unknown) {
  const latest = useRef(shortcuts)
  // Before the screen shows the next row, so that no key is taken for the one before.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: declared anew, behind the others, with another subject
  useLayoutEffect(() => {
    if (declared.size === 0) document.addEventListener('keydown', handleKey)
    declared.add(latest)
    return () => {
      declared.delete(latest)
      if (declared.size === 0) document.removeEventListener('keydown', handleKey)
    }
  }, [subject])
}

/** The keys that work now, in the order in which their parts of the screen came; each once. */
export const shortcutsOnScreen = (): Shortcut[] => [
  ...new Map(
    [...declared].flatMap(({ current }) =>
      current.map((one) => [`${one.isWithCtrl} ${one.key}`, one] as const),
    ),
  ).values(),
]

/** Switches all shortcuts off until the page is reloaded: single keys disturb speech input. */
export function useShortcutSwitch() {
  const isOn = useSyncExternalStore(
    subscribe,
    () => areOn,
    () => true,
  )
  return {
    isOn,
    setIsOn(next: boolean) {
      areOn = next
      for (const listener of listeners) listener()
    },
  }
}

function handleKey(event: KeyboardEvent) {
  const isWithCtrl = event.ctrlKey || event.metaKey
  if (!(areOn || isWithCtrl) || isElsewhere(event, isWithCtrl)) return
  const isLetter = /^\p{L}$/u.test(event.key)
  const key = isLetter ? event.key.toLowerCase() : event.key
  const shortcut = shortcutsOnScreen().find(
    (one) => one.key === key && (one.isWithCtrl ?? false) === isWithCtrl,
  )
  if (!shortcut?.run) return
  // Signs such as ? may need Shift to be typed at all.
  if (isLetter && event.shiftKey && !shortcut.withShift) return
  event.preventDefault()
  // A key that is held down decides once: it would go on with the next row.
  if (event.repeat && !shortcut.canRepeat) return
  shortcut.run({ isShifted: event.shiftKey })
}

const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const elsewhere = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [data-lazy]'

/** Whether the key is meant for a field, a dialog or a menu, also while that is loaded, or for the browser. */
function isElsewhere(event: KeyboardEvent, isWithCtrl: boolean) {
  if (event.defaultPrevented || event.altKey) return true
  const target = event.target as HTMLElement
  const isTyping = target.matches(typedInto)
  return (isTyping && !isWithCtrl) || document.querySelector(elsewhere) !== null
}

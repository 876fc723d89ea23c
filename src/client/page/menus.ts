/*
 * Opens and closes the header's menus, also before and without React: a menu is an element with `data-menu` that holds
 * a button and what the button opens. `data-menu="hover"` opens on hover as well, by a mouse alone; a click keeps it
 * open. Escape closes a menu, and so do its links and leaving it. Without scripts, menus open on hover and focus
 * (theme.css).
 */

import { isForElsewhere } from './hand-over.ts'

type Opened = 'hover' | 'click' | null

const buttonOf = (menu: Element) => menu.querySelector<HTMLElement>(':scope > button')

function setOpened(menu: HTMLElement, opened: Opened) {
  if (opened) menu.dataset.open = opened
  else delete menu.dataset.open
  buttonOf(menu)?.setAttribute('aria-expanded', `${Boolean(opened)}`)
}

const menuAround = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null

function closeOthers(menu: HTMLElement | null) {
  for (const open of document.querySelectorAll<HTMLElement>('[data-menu][data-open]')) {
    if (open !== menu) setOpened(open, null)
  }
}

function handleClick({ target, isTrusted }: Event) {
  const menu = menuAround(target)
  // What was pressed before the menu, and is done only now, leaves it open.
  if (menu || isTrusted) closeOthers(menu)
  if (!menu) return
  if (buttonOf(menu)?.contains(target as Node)) {
    setOpened(menu, menu.dataset.open === 'click' ? null : 'click')
  } else if ((target as Element).closest('a')) setOpened(menu, null)
}

function handleKey(event: KeyboardEvent) {
  if (isForElsewhere(event)) return
  // A mouse opens a menu without giving it the focus.
  const opened = document.querySelector<HTMLElement>('[data-menu][data-open]')
  const menu = menuAround(event.target) ?? (event.key === 'Escape' ? opened : null)
  const button = menu && buttonOf(menu)
  if (!button) return
  if (event.key === 'Escape' && menu.dataset.open) {
    setOpened(menu, null)
    if (menu.contains(document.activeElement)) button.focus()
  }
  if (event.key === 'ArrowDown' && event.target === button) {
    event.preventDefault()
    setOpened(menu, 'click')
    menu.querySelector('a')?.focus()
  }
}

/** Chromium sends no `pointerenter` where the window alone listens, so this reads what bubbles. */
function handleHover({ type, target, relatedTarget, pointerType }: PointerEvent) {
  const menu = menuAround(target)
  if (menu?.dataset.menu !== 'hover' || pointerType !== 'mouse') return
  if (menu.dataset.open === 'click' || menu === menuAround(relatedTarget)) return
  setOpened(menu, type === 'pointerover' ? 'hover' : null)
}

function handleBlur({ target, relatedTarget }: FocusEvent) {
  const menu = menuAround(target)
  if (menu && relatedTarget && !menu.contains(relatedTarget as Node)) setOpened(menu, null)
}

addEventListener('click', handleClick)
addEventListener('keydown', handleKey)
addEventListener('focusout', handleBlur)
addEventListener('pointerover', handleHover)
addEventListener('pointerout', handleHover)

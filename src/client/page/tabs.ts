/*
 * Selects tabs that are links (`Tabs` of src/ui/tabs.tsx), also before and without React: a click, the arrow keys, Home
 * and End show a tab's panel, and the page's address becomes the one that shows it.
 */

import { isForElsewhere } from './hand-over.ts'

const tabAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[role=tab]') : null

const tabsBeside = (tab: Element) => [...(tab.parentElement?.children ?? [])] as HTMLAnchorElement[]

function select(tab: HTMLAnchorElement) {
  for (const one of tabsBeside(tab)) {
    one.setAttribute('aria-selected', `${one === tab}`)
    one.tabIndex = one === tab ? 0 : -1
    const panel = document.getElementById(one.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = one !== tab
  }
  history.replaceState(history.state, '', tab.href)
}

function handleClick(event: MouseEvent) {
  const tab = tabAt(event.target)
  if (!tab || isForElsewhere(event)) return
  event.preventDefault()
  select(tab)
}

function handleKey(event: KeyboardEvent) {
  const tab = tabAt(event.target)
  if (!tab || isForElsewhere(event)) return
  const tabs = tabsBeside(tab)
  const at = tabs.indexOf(tab)
  const target = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
    ' ': at,
  }[event.key]
  const next = target === undefined ? undefined : tabs[target]
  if (!next) return
  event.preventDefault()
  select(next)
  next.focus()
}

addEventListener('click', handleClick)
addEventListener('keydown', handleKey)

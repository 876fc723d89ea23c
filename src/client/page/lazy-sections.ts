/* Lays out the parts of `src/ui/lazy/later.tsx` while the browser has nothing else to do, one after another. */

// Safari has no idle callbacks.
const whenIdle = window.requestIdleCallback ?? setTimeout

function layOutNext() {
  const part = document.querySelector('[data-later]')
  if (!part) return
  part.removeAttribute('data-later')
  requestAnimationFrame(() => whenIdle(layOutNext))
}

whenIdle(layOutNext)

export {}

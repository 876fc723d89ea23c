/* Lays out the parts of `src/ui/lazy/lazy-section.tsx` while the browser has nothing else to do, one after another. */

// Safari has no idle callbacks.
const whenIdle = window.requestIdleCallback ?? setTimeout

function layOutNext() {
  const part = document.querySelector('[data-lazy-section]')
  if (!part) return
  part.removeAttribute('data-lazy-section')
  requestAnimationFrame(() => whenIdle(layOutNext))
}

whenIdle(layOutNext)

export {}

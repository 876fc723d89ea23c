/**
 * Calls back once, when the element first comes near the screen.
 * @param rootMargin how near: '0px' is when the first of it is to be seen
 * @returns the way to stop watching
 */
export function onVisible(element: Element, rootMargin: string, callback: () => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      // On a busy phone several come at once: that it was far, and that it is near.
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * Calls back once, when the element first comes near the viewport.
 * @param rootMargin the distance from the viewport; with '0px', the element's edge must be visible
 * @returns the function that stops watching
 */
export function onVisible(element: Element, rootMargin: string, callback: () => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      // A busy phone may report several entries at once: first not intersecting, then intersecting.
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

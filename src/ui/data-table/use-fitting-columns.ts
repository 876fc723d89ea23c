import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The name and one more column stay, however narrow it is. */
const columnsMin = 2

/**
 * Counts the columns of a table that have room, so that nobody has to scroll sideways: the last ones give way first.
 * @param count the columns that would be shown
 * @param isOff where the user has chosen the columns: then the table scrolls
 */
export function useFittingColumns(count: number, isOff: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [dropped, setDropped] = useState(0)
  const key = `${width} ${count} ${isOff}`
  const [measured, setMeasured] = useState(key)
  if (measured !== key) {
    setMeasured(key)
    setDropped(0)
  }

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Until its font has come, a table is as wide as another one makes it.
  useEffect(() => {
    const measureAgain = () => setMeasured('')
    document.fonts.addEventListener('loadingdone', measureAgain)
    return () => document.fonts.removeEventListener('loadingdone', measureAgain)
  }, [])

  // After every render, since other rows may need more room. Each step is made before the browser paints.
  useLayoutEffect(() => {
    const table = place.current?.querySelector('table')
    const isTooWide = table && table.offsetWidth > (place.current?.clientWidth ?? 0)
    if (isTooWide && !isOff && dropped < count - columnsMin) setDropped(dropped + 1)
  })

  return { place, fitting: isOff ? count : Math.max(count - dropped, Math.min(count, columnsMin)) }
}

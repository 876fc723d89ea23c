import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

type Drag = {
  index: number
  /** Where it would be dropped, among the others. */
  place: number
  startY: number
  /** How far it was dragged, in pixels. */
  byPx: number
}

const edgePx = 56
const scrollPx = 14

/**
 * Drags rows by a handle, with a mouse or a finger.
 * @param list the element whose children are the rows
 * @param onDrop called when a row was dropped elsewhere
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (index: number, place: number) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(undefined)
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [isDragging])

  /** How many of the other rows have their middle above the pointer. */
  const placeAt = (clientY: number, index: number) =>
    [...(list.current?.children ?? [])].filter((row, at) => {
      const { top, height } = row.getBoundingClientRect()
      return at !== index && top + height / 2 < clientY
    }).length

  return {
    drag,
    handleProps: (index: number) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ index, place: index, startY: event.pageY, byPx: 0 })
      },
      onPointerMove({ clientY, pageY }: PointerEvent) {
        if (drag?.index !== index) return
        setDrag({ ...drag, byPx: pageY - drag.startY, place: placeAt(clientY, index) })
        if (clientY < edgePx) window.scrollBy(0, -scrollPx)
        else if (clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx)
      },
      onPointerUp() {
        if (drag && drag.place !== drag.index) onDrop(drag.index, drag.place)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

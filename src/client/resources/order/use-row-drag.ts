import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

type Drag<Id> = {
  /** The dragged row: meanwhile the list may be loaded anew, with others before it. */
  id: Id
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
export function useRowDrag<Id>(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: Id, place: number) => void,
) {
  const [drag, setDrag] = useState<Drag<Id>>()
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
    handleProps: (id: Id, index: number) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, place: index, startY: event.pageY, byPx: 0 })
      },
      onPointerMove({ clientY, pageY }: PointerEvent) {
        if (drag?.id !== id) return
        setDrag({ ...drag, byPx: pageY - drag.startY, place: placeAt(clientY, index) })
        if (clientY < edgePx) window.scrollBy(0, -scrollPx)
        else if (clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx)
      },
      onPointerUp() {
        if (drag?.id === id && drag.place !== index) onDrop(id, drag.place)
        setDrag(undefined)
      },
      onLostPointerCapture: () => setDrag(undefined),
    }),
  }
}

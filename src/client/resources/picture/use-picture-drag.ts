import { type PointerEvent, useRef } from 'react'
import type { Focus } from '#shared/image-url.ts'

/** Where the pointer is over an element, in percent of it. */
function pointOver({ currentTarget, clientX, clientY }: PointerEvent): Focus {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
}

/**
 * Follows a pointer over a picture, with a mouse or a finger.
 * @param onDrag gets where it began and where it is now, and a name of the drag
 */
export function usePictureDrag(onDrag: (from: Focus, to: Focus, name: string) => void) {
  const from = useRef<Focus>(undefined)
  const count = useRef(0)
  const follow = (event: PointerEvent) =>
    from.current && onDrag(from.current, pointOver(event), `drag ${count.current}`)
  const end = () => {
    from.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = pointOver(event)
      count.current += 1
      follow(event)
    },
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: end,
  }
}

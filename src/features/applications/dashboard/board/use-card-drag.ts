import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { Application } from '../../contract.ts'
import type { ApplicationStatus } from '../../validation.ts'

type Drag = {
  application: Application
  x: number
  y: number
  width: number
  /** The column below the pointer. */
  over: ApplicationStatus | undefined
}

/** A press that moves less is a click. */
const clickPx = 6
const edgePx = 60
const scrollPx = 16

/**
 * Drags cards to other columns with a mouse or a pen; on a touch screen a finger scrolls, and the cards have menus.
 * @param onDrop called when a card was dropped in a column
 */
export function useCardDrag(
  onDrop: (application: Application, status: ApplicationStatus) => unknown,
) {
  const board = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  function begin(event: ReactPointerEvent, application: Application) {
    const isOnButton = (event.target as HTMLElement).closest('button, [role=menu]') !== null
    if (event.button !== 0 || event.pointerType === 'touch' || isOnButton) return
    const card = event.currentTarget.getBoundingClientRect()
    const [startX, startY] = [event.clientX, event.clientY]
    let latest: Drag | undefined

    function move({ clientX, clientY }: PointerEvent) {
      const [byX, byY] = [clientX - startX, clientY - startY]
      if (!latest && Math.hypot(byX, byY) < clickPx) return
      const below = document.elementFromPoint(clientX, clientY)
      const column = below?.closest<HTMLElement>('[data-column]')
      latest = {
        application,
        x: card.left + byX,
        y: card.top + byY,
        width: card.width,
        over: column?.dataset.column as ApplicationStatus | undefined,
      }
      setDrag(latest)
      const edges = board.current?.getBoundingClientRect()
      if (edges && clientX < edges.left + edgePx) board.current?.scrollBy(-scrollPx, 0)
      else if (edges && clientX > edges.right - edgePx) board.current?.scrollBy(scrollPx, 0)
    }
    function drop() {
      end()
      if (!latest) return
      // The click that follows would open the application.
      const swallow = (click: MouseEvent) => click.preventDefault()
      window.addEventListener('click', swallow, { capture: true, once: true })
      requestAnimationFrame(() => window.removeEventListener('click', swallow, { capture: true }))
      if (latest.over) void onDrop(application, latest.over)
    }
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    function end() {
      setDrag(undefined)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', cancel)
    }
    stop.current()
    stop.current = end
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', cancel)
  }

  return {
    drag,
    board,
    dragProps: (application: Application) => ({
      onPointerDown: (event: ReactPointerEvent) => begin(event, application),
    }),
  }
}

import { useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import type { Drawing, drawImigongo } from './imigongo-drawing.ts'

/** The server draws with the page; the browser keeps what it finds there, and fetches the pen when it must draw. */
let draw: typeof drawImigongo | undefined = import.meta.env.SSR
  ? (await import('./imigongo-drawing.ts')).drawImigongo
  : undefined

type ImigongoProps = {
  seed: string
  bands?: number
  /** How large a unit of the pattern's grid is drawn; a tile is 48 units wide. */
  unitPx?: number
  className?: string
}

/** Fills its box with the Imigongo of a seed, from the middle outwards. Ornament, so screen readers pass it. */
export function Imigongo({ seed, bands = 1, unitPx = 2, className }: ImigongoProps) {
  return <Drawn {...{ seed, bands, size: { unitPx } }} className={className ?? 'h-full'} />
}

type ImigongoEdgeProps = { seed: string; heightPx?: 12 | 16 | 20 | 24 | 32; className?: string }

const heights = { 12: 'h-3', 16: 'h-4', 20: 'h-5', 24: 'h-6', 32: 'h-8' }

/** One band of Imigongo, whole in its height, as the edge of a section or a card. */
export function ImigongoEdge({ seed, heightPx = 20, className }: ImigongoEdgeProps) {
  return (
    <Drawn
      {...{ seed, bands: 1, size: { heightPx } }}
      className={classNames('shrink-0', heights[heightPx], className)}
    />
  )
}

function Drawn({ className, ...drawing }: Drawing & { className: string }) {
  const id = useId()
  const [found] = useState(() => ({ seed: drawing.seed, markup: findMarkup(id) }))
  const markup = found.seed === drawing.seed ? found.markup : undefined
  const pen = usePen(markup === undefined)
  return (
    <svg
      aria-hidden="true"
      className={classNames('block w-full', className)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: of numbers and names of our own
      dangerouslySetInnerHTML={{ __html: markup ?? pen?.(id, drawing) ?? '' }}
    />
  )
}

/** What the server drew, in a page that the browser takes over. */
const findMarkup = (id: string) =>
  typeof document === 'undefined'
    ? undefined
    : document.getElementById(id)?.parentElement?.innerHTML

/** What draws, once it is there; without it, as where the connection is lost, a page lacks its ornament only. */
function usePen(isNeeded: boolean) {
  const [pen, setPen] = useState(() => draw)
  useEffect(() => {
    if (!isNeeded || pen) return
    let isWanted = true
    import('./imigongo-drawing.ts').then(
      ({ drawImigongo }) => {
        draw = drawImigongo
        if (isWanted) setPen(() => drawImigongo)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [isNeeded, pen])
  return pen
}

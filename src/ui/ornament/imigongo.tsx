import { useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import type { Style } from './imigongo.ts'
import type { Drawing, drawImigongo } from './imigongo-drawing.ts'

/** Draws patterns on the server. The browser reuses the server's markup, and imports the function only when needed. */
let draw: typeof drawImigongo | undefined = import.meta.env.SSR
  ? (await import('./imigongo-drawing.ts')).drawImigongo
  : undefined

type ImigongoProps = {
  seed: string
  bands?: number
  style?: Style
  /** The size of a grid unit in pixels; a tile is 48 units wide. */
  unitPx?: number
  className?: string
}

/** Fills its box with the Imigongo of a seed, centred. Decorative, so it is hidden from screen readers. */
export function Imigongo({ seed, bands, style, unitPx = 2, className }: ImigongoProps) {
  return <Drawn {...{ seed, bands, style, size: { unitPx } }} className={className ?? 'h-full'} />
}

type ImigongoEdgeProps = { seed: string; heightPx?: 12 | 16 | 20 | 24 | 32; className?: string }

const heights = { 12: 'h-3', 16: 'h-4', 20: 'h-5', 24: 'h-6', 32: 'h-8' }

/** One coarse band of Imigongo in its full height, as the edge of a section or a card. */
export function ImigongoEdge({ seed, heightPx = 20, className }: ImigongoEdgeProps) {
  return (
    <Drawn
      {...{ seed, isCoarse: true, size: { heightPx } }}
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from numbers and names of this project
      dangerouslySetInnerHTML={{ __html: markup ?? pen?.(id, drawing) ?? '' }}
    />
  )
}

/** The server's markup in the page, during hydration. */
const findMarkup = (id: string) =>
  typeof document === 'undefined'
    ? undefined
    : document.getElementById(id)?.parentElement?.innerHTML

/** Imports the drawing function. When the import fails, such as offline, only the ornament is missing. */
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

import { type SVGProps, useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import type * as Drawings from './drawings.ts'

type Pen = typeof Drawings

/** Draws on the server. The browser reuses the server's markup, and imports the functions only when needed. */
let loaded: Pen | undefined = import.meta.env.SSR ? await import('./drawings.ts') : undefined

type DrawnProps = SVGProps<SVGSVGElement> & {
  seed: string
  /** Gives the content of the <svg>. One of its elements has the id. */
  draw: (pen: Pen, id: string) => string
}

/** An ornament. Decorative, so it is hidden from screen readers. */
export function Drawn({ seed, draw, className, ...props }: DrawnProps) {
  const id = useId()
  const [found] = useState(() => ({ seed, markup: findMarkup(id) }))
  const markup = found.seed === seed ? found.markup : undefined
  const pen = usePen(markup === undefined)
  return (
    <svg
      aria-hidden="true"
      {...props}
      className={classNames('block w-full', className)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from numbers and names of this project
      dangerouslySetInnerHTML={{ __html: markup ?? (pen ? draw(pen, id) : '') }}
    />
  )
}

/** The server's markup in the page, during hydration. */
const findMarkup = (id: string) =>
  typeof document === 'undefined'
    ? undefined
    : document.getElementById(id)?.closest('svg')?.innerHTML

/** Imports the drawing functions. When the import fails, such as offline, only the ornament is missing. */
function usePen(isNeeded: boolean) {
  const [pen, setPen] = useState(() => loaded)
  useEffect(() => {
    if (!isNeeded || pen) return
    let isWanted = true
    import('./drawings.ts').then(
      (drawings) => {
        loaded = drawings
        if (isWanted) setPen(() => drawings)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [isNeeded, pen])
  return pen
}

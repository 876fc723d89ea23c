import type { ReactNode } from 'react'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'

type HeroBannerProps = {
  title: ReactNode
  description?: ReactNode
  /** The seed of the Imigongo at its edge: the page's name. */
  seed: string
  /** Shown below the description, such as buttons. */
  children?: ReactNode
}

/** The top of a page: its title, its description, and an edge of Imigongo. */
export function HeroBanner({ title, description, seed, children }: HeroBannerProps) {
  return (
    <section className="scheme-dark bg-hill-deep">
      <div className="wrap py-[clamp(3rem,7vw,6rem)]">
        <h1 className="max-w-[18ch] text-4xl">{title}</h1>
        {description && (
          <p className="measure mt-5 text-balance text-lg text-muted">{description}</p>
        )}
        {children}
      </div>
      <ImigongoEdge seed={seed} heightPx={32} />
    </section>
  )
}

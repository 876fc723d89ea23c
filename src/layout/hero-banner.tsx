import type { ReactNode } from 'react'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'

type HeroBannerProps = {
  title: ReactNode
  description?: ReactNode
  /** Whose pattern its edge carries: the page's own name. */
  seed: string
  /** Below the description, such as buttons. */
  children?: ReactNode
}

/** The head of a page: its title, what it is about, and an edge of Imigongo of its own. */
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

import type { ReactNode } from 'react'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

type ServiceHeroProps = { title: string; text: string; seed: string; children: ReactNode }

/** The top of a services tab: title, text, buttons and an Imigongo pattern. */
export function ServiceHero({ title, text, seed, children }: ServiceHeroProps) {
  return (
    <section className="wrap grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[3fr_2fr]">
      <div>
        <h2 className="max-w-[16ch] text-4xl">{title}</h2>
        <p className="measure mt-6 text-lg text-muted">{text}</p>
        <div className="mt-9">{children}</div>
      </div>
      <div className="h-24 overflow-hidden rounded lg:h-96">
        <Imigongo seed={seed} bands={4} unitPx={3.6} />
      </div>
    </section>
  )
}

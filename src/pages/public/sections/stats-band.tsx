import { Reveal } from '#ui/lazy/reveal.tsx'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'

type StatsBandProps = {
  /** The heading for screen readers. */
  label: string
  seed: string
  stats: readonly { figure: string; label: string }[]
}

/** The company's key statistics, on a black band. */
export function StatsBand({ label, seed, stats }: StatsBandProps) {
  return (
    <section aria-label={label} className="scheme-dark bg-ink">
      <ImigongoEdge seed={seed} heightPx={24} />
      <Reveal>
        <ul className="wrap grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-6 gap-y-10 py-14 lg:grid-cols-4 lg:py-20">
          {stats.map(({ figure, label: text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels and values may be the same twice
            <li key={index}>
              <strong className="block font-extrabold text-4xl text-accent">{figure}</strong>{' '}
              <span className="mt-2 block text-muted">{text}</span>
            </li>
          ))}
        </ul>
      </Reveal>
    </section>
  )
}

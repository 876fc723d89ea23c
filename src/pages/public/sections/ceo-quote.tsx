import { useCompany } from '#client/use-company.ts'
import { company } from '#shared/company.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

/** A large quote of the company's CEO. */
export function CeoQuote({ seed, children }: { seed: string; children: string }) {
  const { chief_name, chief_position } = useCompany().about
  return (
    <section aria-label={`A word from ${chief_name}`} className="scheme-dark bg-hill-deep">
      <div className="grid lg:grid-cols-[minmax(10rem,18%)_1fr]">
        <div className="h-16 overflow-hidden lg:h-auto">
          <Imigongo seed={seed} bands={3} unitPx={3.4} />
        </div>
        <figure className="px-gutter py-section lg:pr-[12%] lg:pl-16">
          <blockquote className="max-w-[36ch] text-balance font-bold text-2xl leading-snug sm:text-3xl">
            <p>“{children}”</p>
          </blockquote>
          <figcaption className="mt-8">
            <span className="font-bold">{chief_name}</span>
            <span className="block text-muted">
              {chief_position}, {company.name}
            </span>
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

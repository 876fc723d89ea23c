import { company } from '#shared/company.ts'
import { Eyebrow } from '#ui/ornament/eyebrow.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

export function FounderStory() {
  return (
    <section aria-labelledby="founder-story" className="wrap py-section">
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <div>
          <Eyebrow>How it began</Eyebrow>
          <h2 id="founder-story" className="mt-5 max-w-[18ch] text-3xl">
            A kitchen table in Kicukiro, and two people who needed each other
          </h2>
          <div className="measure mt-8 grid gap-5 text-lg">
            <p>
              {company.founder} had run support teams abroad for years when she came home to Kigali.
              Everywhere she went she met the same two people. One was an employer overseas who
              could not find good staff. The other was a graduate down the road who could not find a
              first job.
            </p>
            <p>
              They would have suited each other well. What stood between them was not talent but
              everything around it: practice on real projects, English for work, a reference that an
              employer can check, and somebody who answers when something goes wrong.
            </p>
            <p>
              So she pushed the kitchen table against the wall, borrowed computers, and taught the
              first class in the evenings. Some of its graduates lead our teams today. Several of
              them teach.
            </p>
            <p>
              Guhuza means to connect in Kinyarwanda. More than ten years later, that is still the
              whole of the job.
            </p>
          </div>
        </div>
        <div aria-hidden="true" className="hidden gap-4 lg:flex">
          {['ameza', 'inzira', 'umusozi'].map((seed, index) => (
            <div
              key={seed}
              className={`grow overflow-hidden rounded ${['mt-40', 'mt-16 mb-16', 'mb-40'][index]}`}
            >
              <Imigongo seed={seed} bands={5} unitPx={2.6} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

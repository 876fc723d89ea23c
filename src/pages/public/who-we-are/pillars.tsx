import { Card, CardBody } from '#ui/card.tsx'
import { Reveal } from '#ui/lazy/reveal.tsx'

const pillars = [
  {
    title: 'Quality and Reliability',
    text: 'Everyone we place has been trained, tested and met in person. Work is reviewed, hours are kept, and a name stands behind each promise.',
  },
  {
    title: 'Customized Development',
    text: 'No two teams work alike, so we train for yours: your tools, your process, your customers, and the manner of speaking they expect.',
  },
  {
    title: 'Market Integration',
    text: 'We bring talent into markets and markets to talent: contracts, payroll and law on one side, language and working culture on the other.',
  },
]

export function Pillars() {
  return (
    <section aria-labelledby="pillars" className="bg-mist">
      <div className="wrap py-section">
        <h2 id="pillars" className="text-3xl">
          Our three core pillars
        </h2>
        <Reveal>
          <ol className="mt-12 grid gap-6 lg:grid-cols-3">
            {pillars.map(({ title, text }, index) => (
              <li key={title}>
                <Card seed={title} className="h-full">
                  <CardBody>
                    <span aria-hidden="true" className="font-extrabold text-4xl text-accent">
                      {index + 1}
                    </span>
                    <h3 className="text-xl">{title}</h3>
                    <p className="measure text-muted">{text}</p>
                  </CardBody>
                </Card>
              </li>
            ))}
          </ol>
        </Reveal>
      </div>
    </section>
  )
}

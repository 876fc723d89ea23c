import { useId } from 'react'
import { company } from '#shared/company.ts'
import { Card, CardBody } from '#ui/card.tsx'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { TickList } from './tick-list.tsx'

const reasons = [
  {
    title: 'Current with trending technologies',
    text: 'What we teach changes as fast as what you use.',
    points: [
      'A curriculum reviewed before every cohort',
      'Trainers who still ship software',
      'Cloud, data and AI tools in daily use',
    ],
  },
  {
    title: 'Efficient and cost-effective',
    text: 'Good people at a price that lets a team grow.',
    points: [
      'One monthly invoice, nothing hidden in it',
      'A shortlist before you pay anything',
      'Office, equipment and payroll included',
    ],
  },
  {
    title: 'The extra mile to manage talent',
    text: 'Hiring is the first day of our work, not the last.',
    points: [
      'A success manager for every team',
      'Coaching and reviews each quarter',
      'A fitting replacement if it does not work out',
    ],
  },
]

export function WhyChoose() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="bg-mist">
      <div className="wrap py-section">
        <h2 id={id} className="max-w-[22ch] text-3xl">
          {`Why choose ${company.name}`}
        </h2>
        <Reveal>
          <ul className="mt-12 grid gap-6 lg:grid-cols-3">
            {reasons.map(({ title, text, points }) => (
              <li key={title}>
                <Card seed={title} className="h-full">
                  <CardBody>
                    <h3 className="text-xl">{title}</h3>
                    <p className="text-muted">{text}</p>
                    <TickList items={points} className="mt-3" />
                  </CardBody>
                </Card>
              </li>
            ))}
          </ul>
        </Reveal>
      </div>
    </section>
  )
}

import { Clock, Server, UsersRound, Wrench } from '#ui/icons.ts'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { ServicePoints } from './service-points.tsx'

const services = [
  {
    icon: Wrench,
    title: 'IT Services',
    text: 'Help desk, maintenance and testing, answered by engineers who know your systems.',
  },
  {
    icon: Server,
    title: 'Infrastructure Solutions',
    text: 'Networks, cloud accounts and backups set up, watched over and written down.',
  },
  {
    icon: Clock,
    title: 'Time Management',
    text: 'Rosters, attendance and timesheets across time zones, ready for your payroll.',
  },
  {
    icon: UsersRound,
    title: 'Team Management',
    text: 'Team leads on the spot who plan the week, coach people and report to you.',
  },
]

export function BackOffice() {
  return (
    <section aria-labelledby="back-office" className="wrap py-section">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <h2 id="back-office" className="text-3xl">
            Back-Office Operations
          </h2>
          <p className="measure mt-5 text-muted">
            Hand over what keeps your people from their real work. You agree on figures with us, and
            see them every month.
          </p>
        </div>
        <Reveal>
          <ServicePoints points={services} className="gap-x-10 sm:grid-cols-2" />
        </Reveal>
      </div>
    </section>
  )
}

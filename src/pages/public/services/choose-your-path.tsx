import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card, CardBody } from '#ui/card.tsx'
import { TickList } from '../sections/tick-list.tsx'

const skilled = [
  'A profile that employers can find',
  'Interviews with companies that fit',
  'No course and no fee',
]

const training = [
  '3-month intensive training',
  'Industry certification',
  'Guaranteed job placement support',
]

/** The two paths for talents: register with existing skills, or train first. */
export function ChooseYourPath() {
  return (
    <section aria-labelledby="paths" className="bg-sand">
      <div className="wrap py-section">
        <h2 id="paths" className="text-3xl">
          Choose Your Path
        </h2>
        <ul className="mt-12 grid items-stretch gap-6 md:grid-cols-2">
          <li>
            <Card seed="inzira nziza" className="h-full">
              <CardBody className="gap-4 sm:p-10">
                <h3 className="text-2xl">Already Skilled?</h3>
                <p className="text-muted">
                  You can do the work and want to be found for it. Register, and we introduce you.
                </p>
                <TickList items={skilled} className="mb-6" />
                <ButtonLink
                  to="/register"
                  variant="secondary"
                  size="lg"
                  className="mt-auto self-start"
                >
                  Register on platform
                </ButtonLink>
              </CardBody>
            </Card>
          </li>
          <li>
            <Card seed="amahugurwa" className="h-full shadow-high ring-3 ring-accent">
              <CardBody className="gap-4 sm:p-10">
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h3 className="text-2xl">Need Training?</h3>
                  <Badge tone="accent">RECOMMENDED</Badge>
                </div>
                <p className="text-muted">
                  You have the will and want the skills. Join a cohort, and learn by building.
                </p>
                <TickList items={training} className="mb-6" />
                <ButtonLink to="/cohort-application" size="lg" className="mt-auto self-start">
                  Apply for training
                </ButtonLink>
              </CardBody>
            </Card>
          </li>
        </ul>
      </div>
    </section>
  )
}

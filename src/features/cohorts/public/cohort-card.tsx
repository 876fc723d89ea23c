import { type ReactNode, useId } from 'react'
import { pluralize } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card, CardBody } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ignoreDoubleClick } from '#ui/forms/ignore-double-click.ts'
import { CalendarDays, Check, ChevronDown, Clock, type IconComponent, Users } from '#ui/icons.ts'
import type { Cohort } from '../contract.ts'
import {
  badgeOf,
  closedReason,
  deadlineText,
  isOpen,
  limitedSpotsMax,
  spotsLeft,
  weeksOf,
} from './registration.ts'

type CohortCardProps = { cohort: Cohort; now: Date; isSelected: boolean; onSelect: () => void }

/** A cohort: selectable while it is open. One that takes nobody is folded on small screens. */
export function CohortCard(props: CohortCardProps) {
  return isOpen(props.cohort, props.now) ? (
    <OpenCohortCard {...props} />
  ) : (
    <ClosedCohortCard {...props} />
  )
}

/** The button covers the whole card, and submits the choice without JavaScript. */
function OpenCohortCard({ cohort, now, isSelected, onSelect }: CohortCardProps) {
  const id = useId()
  return (
    <Card
      seed={`cohort ${cohort.name}`}
      className={classNames(
        'h-full transition-[box-shadow,translate] duration-500 hover:-translate-y-1 hover:shadow-high',
        isSelected && 'outline-3 outline-primary',
      )}
    >
      <CardBody className="gap-4">
        <CardHead cohort={cohort} now={now} nameId={`${id}-name`} />
        <Description html={cohort.short_description} />
        <Facts cohort={cohort} className="mt-auto" />
        <button
          type="submit"
          name="cohort"
          value={cohort.id}
          id={`${id}-choose`}
          aria-labelledby={`${id}-choose ${id}-name`}
          onClick={ignoreDoubleClick(onSelect)}
          className={classNames(
            buttonClass({ variant: isSelected ? 'primary' : 'secondary' }),
            // The usual shift of a pressed button would shrink its cover to the button itself.
            'mt-1 after:absolute after:inset-0 active:translate-none!',
          )}
        >
          {isSelected && <Check aria-hidden="true" className="size-5" />}
          <span>{isSelected ? 'Selected' : 'Select'}</span>
        </button>
      </CardBody>
    </Card>
  )
}

function ClosedCohortCard({ cohort, now }: CohortCardProps) {
  const badge = badgeOf(cohort, now)
  const reason = closedReason(cohort, now)
  return (
    <Card className="h-full">
      <CardBody className="gap-4 max-lg:hidden">
        <CardHead cohort={cohort} now={now} />
        <Description html={cohort.short_description} />
        <Facts cohort={cohort} className="mt-auto" />
        <p className="mt-1 flex min-h-11 items-center justify-center font-semibold text-muted">
          {reason}
        </p>
      </CardBody>
      <details className="group lg:hidden">
        {/* A summary may have a heading, but only as its child. */}
        <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] gap-x-4 p-4 sm:px-7 [&::-webkit-details-marker]:hidden">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg text-muted">
            <span className="min-w-0">{cohort.name}</span>
            <Badge tone={badge.tone}>{badge.text}</Badge>
          </h3>
          <ChevronDown
            aria-hidden="true"
            className="mt-1 size-5 text-muted transition-transform duration-300 group-open:rotate-180"
          />
          <span className="flex flex-wrap gap-x-3 text-muted text-sm">
            <span>{reason}</span>
            <span>{deadlineText(cohort)}</span>
          </span>
        </summary>
        <CardBody className="gap-4 pt-0! sm:pt-0!">
          <Description html={cohort.short_description} />
          <Facts cohort={cohort} />
        </CardBody>
      </details>
    </Card>
  )
}

type CardHeadProps = { cohort: Cohort; now: Date; nameId?: string }

function CardHead({ cohort, now, nameId }: CardHeadProps) {
  const badge = badgeOf(cohort, now)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <h3 id={nameId} className="min-w-0 text-xl">
        {cohort.name}
      </h3>
      <Badge tone={badge.tone}>{badge.text}</Badge>
    </div>
  )
}

function Description({ html }: { html: string }) {
  if (!html) return null
  return (
    <div
      className="text-muted [&_a]:relative [&_a]:z-10 [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing but text formatting through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function Facts({ cohort, className }: { cohort: Cohort; className?: string }) {
  const spots = spotsLeft(cohort)
  const isLimited = spots <= limitedSpotsMax
  return (
    <dl
      className={classNames(
        'grid gap-x-6 gap-y-3 border-line border-t pt-4 sm:grid-cols-2',
        className,
      )}
    >
      <Fact icon={CalendarDays} term="Application deadline">
        {deadlineText(cohort)}
      </Fact>
      <Fact icon={Clock} term="Duration">
        {pluralize(weeksOf(cohort), 'week')}
      </Fact>
      <Fact icon={Users} term="Availability">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={classNames(isLimited && 'text-error')}>
            {`${pluralize(spots, 'spot')} remaining`}
          </span>
          {isLimited && <Badge tone="error">Limited spots!</Badge>}
        </span>
      </Fact>
    </dl>
  )
}

type FactProps = { icon: IconComponent; term: string; children: ReactNode }

function Fact({ icon: Icon, term, children }: FactProps) {
  return (
    <div className="relative min-w-0 pl-8 sm:last:col-span-2">
      <dt className="text-muted text-sm">
        <Icon aria-hidden="true" className="absolute top-1 left-0 size-5 text-accent" />
        {term}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

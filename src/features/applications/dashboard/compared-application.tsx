import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { formatFileSize } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { X } from '#ui/icons.ts'
import { SkipLink } from '#ui/skip-link.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { ApplicationDetail } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { applicantFacts, factCount } from './applicant-facts.tsx'
import { ApplicationNotes, NewNote } from './application-notes.tsx'
import { applicationStatusLooks, decisions } from './application-status.ts'
import { AssigneeMenu } from './assignee-menu.tsx'
import { OtherApplications } from './other-applications.tsx'
import { ScorePanel } from './score-panel.tsx'
import { EmailMark } from './status-emails.tsx'

/** The rows that applications side by side share, so that the same fact stands at the same height. */
export const comparedRows = factCount + 6

const card = 'rounded bg-raised p-4 shadow-low'
const textLink = 'wrap-anywhere font-semibold text-primary underline underline-offset-4'

type ComparedApplicationProps = {
  id: number
  nextId: number | undefined
  application: ApplicationDetail | undefined
  error: unknown
  onRetry: () => unknown
  /** Whether the keys are for this one. */
  isCurrent: boolean
  onFocus: () => void
  onDecide: (status: ApplicationStatus) => void
  onTakeOut: () => void
  show: ShowChange
}

/** One of several applications side by side. */
export function ComparedApplication(props: ComparedApplicationProps) {
  const { id, application, error, isCurrent, onFocus } = props
  return (
    <article
      id={`application-${id}`}
      tabIndex={-1}
      data-compared={id}
      aria-label={application ? fullName(application) : `Application ${id}`}
      onFocus={onFocus}
      style={{ gridRow: `span ${comparedRows}` }}
      className={classNames(
        'grid min-w-0 snap-start grid-rows-subgrid rounded',
        isCurrent && 'outline-2 outline-primary outline-offset-3',
      )}
    >
      {props.nextId && (
        <SkipLink to={`application-${props.nextId}`}>Skip to the next applicant</SkipLink>
      )}
      {application ? (
        <Parts {...props} application={application} />
      ) : error ? (
        <div className="flex flex-col gap-3" style={{ gridRow: `span ${comparedRows}` }}>
          <ErrorState text={parseApiError(error).detail} onRetry={props.onRetry} />
          <Button variant="secondary" size="sm" className="self-start" onClick={props.onTakeOut}>
            Take out
          </Button>
        </div>
      ) : (
        <Skeleton className="h-96 w-full rounded" />
      )}
    </article>
  )
}

function Parts(props: ComparedApplicationProps & { application: ApplicationDetail }) {
  const { id, application, isCurrent, onDecide, onTakeOut, show } = props
  const { resume } = application
  const name = fullName(application)
  const ownerId = `compared-${id}`
  return (
    <>
      <header className={classNames(card, 'flex flex-col gap-3')}>
        <div className="flex items-start justify-between gap-2">
          <h2 id={ownerId} className="min-w-0 text-lg">
            <Link to={`/dashboard/applications/${id}`} className={textLink}>
              {name}
            </Link>
          </h2>
          <Button
            variant="quiet"
            size="icon"
            className="-mt-2 -mr-2"
            aria-label={`Take ${name} out of the comparison`}
            aria-keyshortcuts="x"
            onClick={onTakeOut}
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <StatusMenu
            looks={applicationStatusLooks}
            mark={(status) => <EmailMark kind={status} cohort={application.cohort} />}
            status={application.status}
            name={name}
            onSelect={onDecide}
          />
          <AssigneeMenu application={application} show={show} />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          {decisions.map(({ key, status, label, variant }) => (
            <Button
              key={key}
              size="sm"
              variant={variant}
              className="grow px-2.5"
              aria-label={`${label} ${name}`}
              aria-keyshortcuts={key}
              aria-disabled={application.status === status}
              onClick={() => onDecide(status)}
            >
              {label}
              <EmailMark kind={status} cohort={application.cohort} />
            </Button>
          ))}
        </div>
      </header>
      <div>
        <ScorePanel id={id} hasKeys={isCurrent} ownerId={ownerId} isBrief />
      </div>
      <dl
        style={{ gridRow: `span ${factCount}` }}
        className={classNames(card, 'grid grid-rows-subgrid gap-y-2')}
      >
        {applicantFacts(application).map(([fact, value]) => (
          <div key={fact} className="min-w-0">
            <dt className="text-muted text-xs">{fact}</dt>
            <dd className="wrap-anywhere font-medium text-sm">{value}</dd>
          </div>
        ))}
      </dl>
      <Part title="Motivation">
        <p className="whitespace-pre-line wrap-anywhere text-sm">
          {application.description || 'Not given'}
        </p>
      </Part>
      <Part title="Resume">
        <Link to={`/dashboard/applications/${id}/review`} className={`${textLink} text-sm`}>
          {resume.name}
        </Link>
        <span className="text-muted text-sm"> ({formatFileSize(resume.size)})</span>
      </Part>
      <div>
        <ApplicationNotes notes={application.notes} ownerId={ownerId}>
          <NewNote application={application} />
        </ApplicationNotes>
      </div>
      <div>
        <OtherApplications application={application} ownerId={ownerId} />
      </div>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={card}>
    <h3 className="mb-1 font-normal text-muted text-xs">{title}</h3>
    {children}
  </div>
)

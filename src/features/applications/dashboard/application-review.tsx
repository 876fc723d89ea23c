import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { useTitle } from '#client/resources/page/use-title.ts'
import { ResumePanel } from '#client/resources/resume/resume-panel.tsx'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatCount } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceButtons } from '#ui/choice-buttons.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronLeft, ChevronRight } from '#ui/icons.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ApplicationDetail } from '../contract.ts'
import { noteLengthMax } from '../validation.ts'
import { ApplicantFacts } from './applicant-facts.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { ApplicationNotes } from './application-notes.tsx'
import { applicationResume } from './application-resume.ts'
import { applicationStatusLooks, decisionShortcuts, decisions } from './application-status.ts'
import { AssigneeMenu } from './assignee-menu.tsx'
import { MentionField } from './mention-field.tsx'
import { OtherApplications } from './other-applications.tsx'
import { ScorePanel } from './score-panel.tsx'
import { SearchedResume } from './searched-resume.tsx'
import { EmailMark } from './status-emails.tsx'
import { useAssignment } from './use-colleagues.ts'
import { type ReviewProblem, useReviewDecisions } from './use-review-decisions.ts'
import { useReviewQueue } from './use-review-queue.ts'

const tabs = [
  { value: 'facts', label: 'Facts' },
  { value: 'resume', label: 'Resume' },
] as const

/** The resume beside the facts, and a decision by one key, one applicant after the other. */
export function ApplicationReview({ id }: { id: number }) {
  const queue = useReviewQueue(id)
  const { goNext, goPrevious } = queue
  const { data, error, refetch } = useRead('applications.get', { id })
  // Loaded first: they stand above the facts, and would push them down.
  const scores = useRead('applicationScores.get', { id })
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('facts')
  const { strip, show } = useUndoStrip()
  const review = useReviewDecisions(id, data, show, goNext)
  const { decide, noteField, problems } = review
  const me = useUser()
  const assign = useAssignment(show)
  useTitle(data && `Review: ${fullName(data)}`)

  useShortcuts([
    ...decisionShortcuts('and go on', decide),
    { key: 'n', canRepeat: true, does: 'Go to the next applicant', run: () => goNext?.() },
    { key: 'p', canRepeat: true, does: 'Go to the applicant before', run: () => goPrevious?.() },
    { key: 'm', does: 'Write a note; Ctrl+Enter saves it', run: () => noteField.current?.focus() },
    { key: 'i', does: 'Assign to me', run: () => void (data && assign(data, me)) },
    { key: 'l', does: 'Back to the list', run: () => void queue.leave() },
  ])

  return (
    <div className="flex flex-col gap-2 lg:-my-4 lg:h-[calc(100dvh-4rem)]">
      <ReviewBar data={data} queue={queue} show={show} />
      {strip}
      {problems.length > 0 && <Problems problems={problems} />}
      <ChoiceButtons
        legend="Shown"
        choices={tabs}
        chosen={tab}
        onChoose={setTab}
        className="grid grid-cols-2 gap-2 lg:hidden"
      />
      {data && scores.isFetched ? (
        <div className="grid min-h-0 grow grid-cols-1 gap-4 lg:grid-cols-[3fr_2fr]">
          <div
            className={classNames('min-h-0 max-lg:h-[70dvh]', tab !== 'resume' && 'max-lg:hidden')}
          >
            <ResumePanel key={id} resume={data.resume} {...applicationResume(id)} isFilling>
              <SearchedResume id={id} search={queue.search} />
            </ResumePanel>
          </div>
          <section
            aria-label="Facts"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            className={classNames(
              'flex min-h-0 flex-col gap-4 lg:overflow-y-auto',
              tab !== 'facts' && 'max-lg:hidden',
            )}
          >
            <ScorePanel key={id} id={id} isBrief />
            <OtherApplications application={data} />
            <ApplicantFacts application={data} />
            <ApplicationNotes notes={data.notes} />
            <ApplicationHistory id={id} history={data.history} />
          </section>
        </div>
      ) : (
        <NotLoaded error={error} refetch={refetch} block="min-h-80 w-full grow rounded" />
      )}
      <DecisionBar data={data} {...review} />
    </div>
  )
}

type Shown = ApplicationDetail | undefined

function ReviewBar(props: {
  data: Shown
  queue: ReturnType<typeof useReviewQueue>
  show: ShowChange
}) {
  const { data, queue, show } = props
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="quiet" size="sm" className="-ml-3" onClick={() => void queue.leave()}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Back to the list
      </Button>
      <h1 className="min-w-0 grow wrap-anywhere text-xl">{data ? fullName(data) : 'Review'}</h1>
      {data && (
        <>
          <StatusBadge looks={applicationStatusLooks} status={data.status} />
          <AssigneeMenu application={data} show={show} />
        </>
      )}
      <div className="-mr-2 flex items-center">
        <Button
          variant="quiet"
          size="icon"
          aria-label="Applicant before"
          aria-disabled={!queue.goPrevious}
          onClick={() => queue.goPrevious?.()}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Button>
        <p className="px-1 text-muted text-sm tabular-nums" aria-live="polite">
          {queue.place === undefined || queue.total === undefined
            ? ' '
            : `${formatCount(queue.place)} of ${formatCount(queue.total)}`}
        </p>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Next applicant"
          aria-keyshortcuts="n"
          aria-disabled={!queue.goNext}
          onClick={() => queue.goNext?.()}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </div>
  )
}

const Problems = ({ problems }: { problems: readonly ReviewProblem[] }) => (
  <ul role="alert" className="rounded bg-error-soft px-4 py-2 text-sm">
    {problems.map((problem) => (
      <li key={problem.id} className="py-1 font-medium text-error">
        {problem.text}{' '}
        <Link to={`/dashboard/applications/${problem.id}`} className="underline underline-offset-4">
          Look at it
        </Link>
      </li>
    ))}
  </ul>
)

function DecisionBar(props: { data: Shown } & ReturnType<typeof useReviewDecisions>) {
  const { data, noteText, setNoteText, noteField, decide, saveNote } = props
  return (
    <section
      aria-label="Decision"
      className="sticky bottom-0 z-20 -mx-gutter flex flex-wrap items-end gap-2 border-line border-t bg-surface px-gutter py-2 lg:static lg:mx-0 lg:rounded lg:border lg:px-3"
    >
      <div className="min-w-52 grow max-sm:w-full max-sm:[&_label]:sr-only">
        <MentionField
          ref={noteField}
          side="above"
          label="Note"
          isLabelHidden
          placeholder="Note for staff; @ to mention"
          aria-keyshortcuts="Control+Enter"
          rows={1}
          maxLength={noteLengthMax}
          value={noteText}
          onChange={({ target }) => setNoteText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saveNote()
            else if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </div>
      {noteText.trim() !== '' && (
        <Button variant="quiet" onClick={saveNote} className="max-sm:grow">
          Save note
        </Button>
      )}
      {decisions.map(({ key, status, label, variant }) => (
        <Button
          key={key}
          variant={variant}
          aria-keyshortcuts={key}
          aria-disabled={!data}
          className="max-sm:grow max-sm:px-2"
          onClick={() => decide(status)}
        >
          {label}
          <EmailMark kind={status} cohort={data?.cohort} keepsPlace />
        </Button>
      ))}
    </section>
  )
}

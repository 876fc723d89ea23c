import { Link } from 'react-router'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { ApplicationScores, Criterion } from '../scores-contract.ts'
import { scoreLabels, scoreMax } from '../validation.ts'
import { useScores } from './use-scores.ts'

const values = Array.from({ length: scoreMax }, (_, index) => index + 1)
const labelOf = (value: number) => `${value} ${scoreLabels[value as keyof typeof scoreLabels]}`

type ScorePanelProps = {
  id: number
  /** Shows nothing where the cohort has no criteria, and takes less room. */
  isBrief?: boolean
  /** Whether the keys 1 to 4 are for this panel. */
  hasKeys?: boolean
  /** The id of the heading that says whose they are, where several are shown. */
  ownerId?: string
}

/** The user's own scores of an application, by keys or buttons, and those of colleagues once these are complete. */
export function ScorePanel({ id, isBrief = false, hasKeys = true, ownerId = '' }: ScorePanelProps) {
  const { data, current, setCurrent, scoreOf, score, takeBack, giveAgain, problem } = useScores(id)
  useShortcuts(
    hasKeys && current
      ? values.map((value) => ({
          key: String(value),
          does: `Score ${labelOf(value)}, and go on to the next criterion`,
          run: () => score(current.id, value, true),
        }))
      : [],
  )
  if (!data || (isBrief && data.criteria.length === 0)) return null
  const isBegun = data.criteria.some((one) => scoreOf(one.id) !== undefined)
  return (
    <section
      aria-labelledby={`scores-${id} ${ownerId}`}
      className="rounded bg-raised p-5 shadow-low"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`scores-${id}`} className="text-xl">
          Scores
        </h2>
        {(isBegun || giveAgain) && (
          <Button variant="quiet" size="sm" className="-my-1 -mr-3" onClick={giveAgain ?? takeBack}>
            {giveAgain ? 'Give again' : 'Take back'}
          </Button>
        )}
      </div>
      {data.criteria.length === 0 ? (
        <p className="text-muted">
          This cohort is not scored.{' '}
          <Link
            to={`/dashboard/cohorts/${data.cohort}/criteria`}
            className="font-semibold text-primary underline underline-offset-4"
          >
            Set its criteria
          </Link>
        </p>
      ) : (
        <div className="flex flex-col gap-1">
          {data.criteria.map((criterion) => (
            <ScoreRow
              key={criterion.id}
              id={id}
              criterion={criterion}
              isBrief={isBrief}
              value={scoreOf(criterion.id)}
              isCurrent={hasKeys && criterion.id === current?.id}
              onFocus={() => setCurrent(criterion.id)}
              onScore={(value) => score(criterion.id, value)}
            />
          ))}
        </div>
      )}
      <div role="alert">
        {problem && <p className="mt-2 font-medium text-error text-sm">{problem}</p>}
      </div>
      {data.criteria.length > 0 && <Colleagues scores={data} />}
    </section>
  )
}

type ScoreRowProps = {
  id: number
  criterion: Criterion
  isBrief: boolean
  value: number | undefined
  isCurrent: boolean
  onFocus: () => void
  onScore: (value: number) => void
}

function ScoreRow({ id, criterion, isBrief, value, ...row }: ScoreRowProps) {
  const { name, hint } = criterion
  const { isCurrent, onFocus, onScore } = row
  return (
    <fieldset
      data-current={isCurrent || undefined}
      onFocus={onFocus}
      className="-mx-2 rounded-sm border-transparent border-l-3 px-2 py-1 data-current:border-primary data-current:bg-primary-soft"
    >
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-28 grow basis-28">
          <p aria-hidden="true" className="wrap-anywhere font-semibold text-sm">
            {name}
          </p>
          {hint && (
            <p
              title={isBrief ? hint : undefined}
              className={classNames('text-muted text-xs', isBrief ? 'truncate' : 'wrap-anywhere')}
            >
              {hint}
            </p>
          )}
        </div>
        <p aria-hidden="true" className="hidden font-semibold text-sm tabular-nums print:block">
          {value === undefined ? 'Not scored' : `${value} of ${scoreMax}`}
        </p>
        <div className="flex gap-1 print:hidden">
          {values.map((one) => (
            <label
              key={one}
              title={labelOf(one)}
              className={classNames(
                'relative grid size-9 cursor-pointer place-items-center rounded-sm bg-raised font-semibold text-sm tabular-nums',
                'ring-1 ring-control ring-inset hover:ring-primary',
                'has-checked:bg-primary has-checked:text-on-primary has-checked:ring-primary',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
              )}
            >
              <input
                type="radio"
                name={`score-${id}-${criterion.id}`}
                value={one}
                checked={value === one}
                onChange={() => onScore(one)}
                className="sr-only"
              />
              <span aria-hidden="true">{one}</span>
              <span className="sr-only">{labelOf(one)}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** The scores of colleagues and the mean of all, or why they are hidden. */
function Colleagues({ scores }: { scores: ApplicationScores }) {
  const { colleagues, hidden, mean, criteria } = scores
  if (mean === null) {
    return (
      <p aria-live="polite" className="mt-3 text-muted text-sm">
        {hidden === 0
          ? 'Nobody else has scored this application.'
          : `${pluralize(hidden, 'colleague')} ${hidden === 1 ? 'has' : 'have'} scored this application. You see how once you have scored by every criterion.`}
      </p>
    )
  }
  const nameOf = new Map(criteria.map(({ id, name }) => [id, name]))
  return (
    <div className="mt-3 border-line border-t pt-3 text-sm">
      <p aria-live="polite">
        Mean <strong className="tabular-nums">{mean.toFixed(2)}</strong> of{' '}
        {pluralize(colleagues.length + 1, 'score')}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {colleagues.map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 grow wrap-anywhere">
              {one.by}: <strong className="tabular-nums">{one.mean.toFixed(2)}</strong>
            </span>
            <span className="text-muted tabular-nums">
              {one.scores.map(({ criterion, value }, index) => (
                <span key={criterion} title={nameOf.get(criterion)}>
                  {index > 0 && ' · '}
                  <span className="sr-only">{nameOf.get(criterion)}: </span>
                  {value}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { useRead } from '#client/api/queries.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import type { IssueOutcome } from '../issue-contract.ts'

type IssueOutcomeTextProps = { outcome: IssueOutcome; cohort: string; onClose: () => void }

/** Who has got a certificate, who had one, and who got none and why. */
export function IssueOutcomeText({ outcome, cohort, onClose }: IssueOutcomeTextProps) {
  const { issued, known, failed } = outcome
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="outcome" className="rounded bg-raised p-5 shadow-low">
      <h2 id="outcome" className="mb-4 text-xl" tabIndex={-1} ref={heading}>
        {issued.length === 1
          ? '1 certificate is'
          : `${pluralize(issued.length, 'certificate')} are`}{' '}
        issued
      </h2>
      {failed.length > 0 && (
        <div className="mb-4 rounded bg-error-soft px-4 py-3">
          <h3 className="font-semibold">{formatCount(failed.length)} got none</h3>
          <ul className="mt-1 text-sm">
            {failed.map(({ id, full_name, detail }) => (
              <li key={id} className="wrap-anywhere py-1">
                <span className="font-semibold">{full_name}</span>: {detail}
              </li>
            ))}
          </ul>
        </div>
      )}
      {known.length > 0 && (
        <p className="wrap-anywhere mb-4">
          {formatCount(known.length)} had one already, and got no second one:{' '}
          {known.map(({ full_name, number }) => `${full_name} (${number})`).join(', ')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/dashboard/certificates?${new URLSearchParams({ cohort })}`}>
          Show the certificates
        </ButtonLink>
        <Button variant="secondary" onClick={onClose}>
          Back to the names
        </Button>
      </div>
      <MakingPdfs total={issued.length} />
    </section>
  )
}

const lookEveryMs = 2_000

/** How many of the new certificates have their PDF; it is made after they are issued. */
function MakingPdfs({ total }: { total: number }) {
  const { data } = useRead('certificates.pdfs', undefined, {
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : lookEveryMs),
  })
  if (!data?.waiting || total === 0) return null
  const made = Math.max(0, total - data.waiting)
  return (
    <div className="mt-5 max-w-md">
      <ProgressBar
        label={`${formatCount(made)} of ${pluralize(total, 'PDF')} made`}
        value={(100 * made) / total}
      />
      <p className="mt-1.5 text-muted text-sm">Whoever downloads theirs need not wait for this.</p>
    </div>
  )
}

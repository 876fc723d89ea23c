import { pluralize } from '#shared/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { IssueOutcome } from '../issue-contract.ts'

type IssueOutcomeTextProps = { outcome: IssueOutcome; cohort: string; onClose: () => void }

/** Who has got a certificate, who had one, and who got none and why. */
export function IssueOutcomeText({ outcome, cohort, onClose }: IssueOutcomeTextProps) {
  const { issued, known, failed } = outcome
  return (
    <section aria-labelledby="outcome" className="rounded bg-raised p-5 shadow-low">
      <h2 id="outcome" className="mb-4 text-xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {issued.length === 1
          ? '1 certificate is'
          : `${pluralize(issued.length, 'certificate')} are`}{' '}
        issued
      </h2>
      {failed.length > 0 && (
        <div className="mb-4 rounded bg-error-soft px-4 py-3">
          <h3 className="font-semibold">{failed.length.toLocaleString('en')} got none</h3>
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
          {known.length.toLocaleString('en')} had one already, and got no second one:{' '}
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
    </section>
  )
}

import { useLocation } from 'react-router'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { RowGate } from '#client/resources/page/row-gate.tsx'
import { formatCount } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Funnel } from '../../funnel-contract.ts'
import { Board } from './board.tsx'
import { FunnelSteps } from './funnel-steps.tsx'

const boardTitle = ({ name }: Funnel) => `Board of ${name}`

/** How far the applications of a cohort have come, and each of them in the column of its status. */
export function CohortBoard({ id }: { id: number }) {
  const { search } = useLocation()
  const listPath = `/dashboard/cohorts${search}`
  return (
    <RowGate
      procedure="applications.funnel"
      id={id}
      noun="cohort"
      titleOf={boardTitle}
      listPath={listPath}
    >
      {(funnel) => (
        <>
          <nav aria-label="Cohorts" className="mb-4">
            <BackLink to={listPath} text="All cohorts" />
          </nav>
          <PageHeading
            title={funnel.name}
            text={`${formatCount(funnel.total_registered)} of ${formatCount(funnel.limit)} spots are taken.`}
            actions={
              <>
                <ButtonLink
                  variant="secondary"
                  size="sm"
                  to={`/dashboard/cohorts/${funnel.id}/criteria${search}`}
                >
                  Scoring criteria
                </ButtonLink>
                <ButtonLink
                  variant="secondary"
                  size="sm"
                  to={`/dashboard/applications?cohort_id=${funnel.id}`}
                >
                  As a list
                </ButtonLink>
              </>
            }
          />
          <FunnelSteps funnel={funnel} />
          <Board funnel={funnel} />
        </>
      )}
    </RowGate>
  )
}

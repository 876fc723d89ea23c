import { useRead } from '#client/api/queries.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import { StatCard } from '#ui/stat-card.tsx'
import type { CohortToIssue } from '../issue-contract.ts'

const path = '/dashboard/certificates/issue'

/** How many of those accepted in cohorts that have ended have no certificate yet. */
export function CertificatesToIssue() {
  const { data, error, refetch } = useRead('certificates.cohortsToIssue', undefined)
  const cohorts = data?.results.filter(({ waiting }) => waiting > 0)
  const [first] = cohorts ?? []
  const text = (count: number) =>
    count > 0 ? `For ${pluralize(count, 'ended cohort')}` : 'Every ended cohort has them'
  return (
    <StatCard
      label="Certificates to issue"
      value={cohorts?.reduce((sum, { waiting }) => sum + waiting, 0)}
      to={first && cohorts?.length === 1 ? `${path}?cohort=${first.id}` : path}
      text={cohorts && text(cohorts.length)}
      isFailed={error !== null}
      onRetry={refetch}
    />
  )
}

/** The options of a select, those that wait for certificates first. */
export function CohortsToIssue({ cohorts }: { cohorts: readonly CohortToIssue[] }) {
  const groups = {
    'Wait for certificates': cohorts.filter(({ waiting }) => waiting > 0),
    Ended: cohorts.filter(({ has_ended, waiting }) => has_ended && waiting === 0),
    'Not ended yet': cohorts.filter(({ has_ended }) => !has_ended),
  }
  return Object.entries(groups).map(
    ([label, some]) =>
      some.length > 0 && (
        <optgroup key={label} label={label}>
          {some.map(({ id, name, waiting }) => (
            <option key={id} value={id}>
              {waiting > 0 ? `${name} (${formatCount(waiting)})` : name}
            </option>
          ))}
        </optgroup>
      ),
  )
}

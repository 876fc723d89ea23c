import { useRead } from '#client/api/queries.ts'
import { pluralize } from '#shared/format.ts'
import { StatCard } from '#ui/stat-card.tsx'

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

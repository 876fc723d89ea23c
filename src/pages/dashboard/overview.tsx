import { useUser } from '#client/api/use-auth-state.ts'
import { ApplicationStats } from '#features/applications/dashboard/application-stats.tsx'
import { ApplicationStatusStats } from '#features/applications/dashboard/application-status-stats.tsx'
import { LatestApplications } from '#features/applications/dashboard/latest-applications.tsx'
import { CohortStat } from '#features/cohorts/dashboard/cohort-stat.tsx'
import { OpenCohorts } from '#features/cohorts/dashboard/open-cohorts.tsx'
import { TalentStat } from '#features/talents/dashboard/talent-stat.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { type Role, recruiters } from '#shared/roles.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

export const meta = () => dashboardMeta('Overview')

export default function OverviewPage() {
  const { name, role } = useUser()
  const mayRecruit = (recruiters as readonly Role[]).includes(role)
  return (
    <>
      <PageHeading title={`Muraho, ${name}`} />
      {mayRecruit ? <Recruitment /> : <NothingYet />}
    </>
  )
}

function Recruitment() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
        <ApplicationStats />
        <TalentStat />
        <CohortStat />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <ApplicationStatusStats />
          <OpenCohorts />
        </div>
        <LatestApplications />
      </div>
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyState
      seed="editor"
      title="Nothing here needs you today"
      text="The pages for your role appear beside this one. Your name, password and second factor are in your profile."
      action={<ButtonLink to="/dashboard/profile">To your profile</ButtonLink>}
    />
  )
}

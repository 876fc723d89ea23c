import { useUser } from '#client/api/use-auth-state.ts'
import { ApplicationStatusStats } from '#features/applications/dashboard/application-status-stats.tsx'
import { MyMentions } from '#features/applications/dashboard/my-mentions.tsx'
import { TodayInterviews } from '#features/interviews/dashboard/today-interviews.tsx'
import { LateEmails } from '#features/outbox/dashboard/waiting-emails.tsx'
import { ActivityPanel } from '#features/overview/dashboard/activity-panel.tsx'
import { FunnelPanel } from '#features/overview/dashboard/funnel-panel.tsx'
import {
  ApplicationTrend,
  CommentTrend,
  SubscriberTrend,
  VisitTrend,
} from '#features/overview/dashboard/trend-panels.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { editors, isOneOf, type Role, recruiters } from '#shared/roles.ts'
import { classNames } from '#ui/class-names.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { LatestApplications } from './latest-applications.tsx'
import { OpenCohorts } from './open-cohorts.tsx'
import { WaitingCards } from './waiting-cards.tsx'

export const meta = () => dashboardMeta('Overview')

/** Even rows: a recruiter sees three trends, an editor two, an administrator four. */
const trendColumns = (role: Role) =>
  role === 'RECRUITER'
    ? 'lg:grid-cols-3'
    : classNames('sm:grid-cols-2', role === 'ADMIN' && 'min-[88rem]:grid-cols-4')

export default function OverviewPage() {
  const { name, role } = useUser()
  const mayRecruit = isOneOf(recruiters, role)
  return (
    <>
      <PageHeading title={`Muraho, ${name}`} />
      <div className="grid grid-cols-1 gap-5">
        <WaitingCards role={role} />
        {role === 'ADMIN' && <LateEmails />}
        <section
          aria-label="The last 30 days"
          className={classNames('grid grid-cols-1 gap-5', trendColumns(role))}
        >
          <VisitTrend />
          {mayRecruit && <ApplicationTrend />}
          {mayRecruit && <SubscriberTrend />}
          {isOneOf(editors, role) && <CommentTrend />}
        </section>
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
          {mayRecruit && (
            <div className="grid grid-cols-1 gap-5">
              <TodayInterviews />
              <FunnelPanel />
              <OpenCohorts />
              <ApplicationStatusStats />
            </div>
          )}
          <div className="grid grid-cols-1 gap-5">
            {mayRecruit && <MyMentions />}
            <ActivityPanel />
            {mayRecruit && <LatestApplications />}
          </div>
        </div>
      </div>
    </>
  )
}

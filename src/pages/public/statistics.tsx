import { data } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { browserLoader, type LoaderArgs, serverLoader } from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import { SharedReport } from '#features/analytics/public/shared-report.tsx'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { formatDate } from '#shared/format.ts'
import type { Route } from './+types/statistics.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Statistics',
    description: `Statistics of ${company.name} that were shared by a link.`,
    isUnlisted: true,
  })
}

export const headers = () => ({ ...privateHeaders(), 'x-robots-tag': 'noindex' })

async function load(api: ApiClient, { params }: LoaderArgs<{ token: string }>) {
  try {
    return { shared: await api.analytics.shared({ token: params.token.slice(0, 100) }) }
  } catch (error) {
    if (parseApiError(error).status !== 404) throw error
    return data({ shared: null }, { status: 404 })
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

export default function StatisticsPage({ loaderData: { shared } }: Route.ComponentProps) {
  return (
    <>
      <HeroBanner
        title={shared ? shared.name : 'This link opens nothing any more'}
        description={
          shared
            ? `${formatDate(shared.from)} to ${formatDate(shared.to)}. Counted without cookies and without anything of who the visitors are. This link opens until ${formatDate(shared.ends_on)}.`
            : 'It has ended, or was revoked. Please ask whoever gave it to you for another one.'
        }
        seed="imibare"
      />
      {shared && (
        <div className="wrap py-section">
          <SharedReport shared={shared} />
        </div>
      )}
    </>
  )
}

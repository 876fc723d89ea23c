import { useParams } from 'react-router'
import { ApplicationReview } from '#features/applications/dashboard/application-review.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Review')

export default function ApplicationReviewPage() {
  return <ApplicationReview id={Number(useParams().id)} />
}

import { applicationStatusLooks } from '#features/applications/dashboard/application-status.ts'
import { type BatchKinds, BatchTable } from '#features/batches/dashboard/batch-table.tsx'
import { talentStatusLooks } from '#features/talents/dashboard/talent-status.ts'
import { testimonialStateLooks } from '#features/testimonials/dashboard/testimonial-status.ts'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Recent batches')

const kinds: BatchKinds = {
  application: {
    noun: 'application',
    looks: applicationStatusLooks,
    path: '/dashboard/applications',
  },
  assignment: { noun: 'application', looks: {}, path: '/dashboard/applications' },
  place: { noun: 'application', looks: {}, path: '/dashboard/applications' },
  invitation: { noun: 'applicant', looks: {}, path: '/dashboard/applications' },
  testimonial: {
    noun: 'testimonial',
    looks: testimonialStateLooks,
    path: '/dashboard/testimonials',
  },
  message: { noun: 'message', looks: {}, path: '/dashboard/messages' },
  talent: { noun: 'talent', looks: talentStatusLooks, path: '/dashboard/talents' },
}

export default function BatchesPage() {
  return <BatchTable kinds={kinds} />
}

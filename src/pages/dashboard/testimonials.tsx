import { TestimonialTable } from '#features/testimonials/dashboard/testimonial-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Testimonials')

export default function TestimonialsPage() {
  return <TestimonialTable />
}

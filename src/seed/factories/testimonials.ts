import { insertTestimonial } from '#features/testimonials/server/queries.ts'
import type { TestimonialStatus } from '#features/testimonials/validation.ts'
import type { Services } from '#platform/http/context.ts'

/** Stores a testimonial, by default approved. @returns its id */
export function createTestimonial(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: {
    profile_picture?: string
    full_name?: string
    title?: string
    description?: string
    status?: TestimonialStatus
    created_at?: string
  } = {},
) {
  const { created_at = now().toISOString(), ...fields } = overrides
  const testimonial = {
    profile_picture: '',
    full_name: 'Aline Uwase',
    title: 'Backend developer, Berlin',
    description: 'They taught me how a team works, and then found me one.',
    status: 'APPROVED' as const,
    ...fields,
  }
  return insertTestimonial(database, testimonial, created_at)
}

import { useRead, useWrite } from '#client/api/queries.ts'
import { useStatusChange } from '#client/resources/status/use-status-change.ts'
import type { ShowChange } from '#client/resources/undo/undo-strip.tsx'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Testimonial } from '../contract.ts'
import type { TestimonialState, TestimonialStatus } from '../validation.ts'

export const testimonialStatusLooks: StatusLooks<TestimonialStatus> = {
  PENDING: { label: 'Pending', tone: 'warning' },
  APPROVED: { label: 'Approved', tone: 'success' },
  REJECTED: { label: 'Rejected', tone: 'error' },
}

/** The same with what else batches change. */
export const testimonialStateLooks: StatusLooks<TestimonialState> = {
  ...testimonialStatusLooks,
  SHOWN: { label: 'Shown', tone: 'success' },
  HIDDEN: { label: 'Hidden', tone: 'neutral' },
}

export const testimonialName = ({ full_name }: { full_name: string }) => full_name

/** How many testimonials wait for approval, for the navigation. */
export function usePendingTestimonials() {
  const { data } = useRead('testimonials.counts', undefined)
  return data && { count: data.pending, noun: 'pending' }
}

/** Changes one testimonial, unless a colleague has changed it since it was shown, and offers to undo it. */
export function useTestimonialChanges(show: ShowChange) {
  const update = useWrite('testimonials.update')
  const toggle = useWrite('testimonials.toggleVisibility')
  const { changeStatus } = useStatusChange<Testimonial, TestimonialStatus>({
    looks: testimonialStatusLooks,
    rowName: testimonialName,
    send: ({ id, updated_at }, status) =>
      update.mutateAsync({ id, status, expected_updated_at: updated_at }),
    show,
  })
  const visibility = useStatusChange<Visible, 'SHOWN' | 'HIDDEN'>({
    looks: testimonialStateLooks,
    rowName: testimonialName,
    send: async ({ id, updated_at }) =>
      asVisible(await toggle.mutateAsync({ id, expected_updated_at: updated_at })),
    show,
  })
  return {
    changeStatus,
    toggleVisibility: (row: Testimonial) =>
      visibility.changeStatus(asVisible(row), row.visibility ? 'HIDDEN' : 'SHOWN'),
  }
}

type Visible = Omit<Testimonial, 'status'> & { status: 'SHOWN' | 'HIDDEN' }

/** A testimonial with its visibility for a status. */
const asVisible = (row: Testimonial): Visible => ({
  ...row,
  status: row.visibility ? 'SHOWN' : 'HIDDEN',
})

import { api } from '#client/api/client.ts'
import { PeopleOrder } from '#client/resources/order/people-order.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Order of testimonials')

const seenByVisitors = {
  status: 'APPROVED',
  visibility: true,
  ordering: 'place',
  page_size: 100,
} as const

/** The testimonials that visitors see, in their order. */
export default function TestimonialOrderPage() {
  return (
    <PeopleOrder
      title="Order of testimonials"
      text="Visitors see the first twelve in this order. A new one comes before all others."
      back={{ label: 'Testimonials', to: '/dashboard/testimonials' }}
      list="testimonials.list"
      input={seenByVisitors}
      reorder={(ids) => api.testimonials.reorder({ ids })}
      lines={({ title, description }) => (
        <>
          <p className="wrap-anywhere text-muted text-sm">{title}</p>
          <p className="line-clamp-2 wrap-anywhere text-muted text-xs">{description}</p>
        </>
      )}
      emptyTitle="No testimonials to put in order"
      emptyText="Those that are approved and shown appear here."
    />
  )
}

import { api } from '#client/api/client.ts'
import { PeopleOrder } from '#client/resources/order/people-order.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Order of the team')

const active = { status: 'ACTIVE', page_size: 100 } as const

/** The active members in the order in which visitors see them. */
export default function TeamOrderPage() {
  return (
    <PeopleOrder
      title="Order of the team"
      text="Visitors see the active members in this order. A new one comes last."
      back={{ label: 'Team', to: '/dashboard/team' }}
      list="team.list"
      input={active}
      reorder={(ids) => api.team.reorder({ ids })}
      lines={({ position }) => <p className="wrap-anywhere text-muted text-sm">{position}</p>}
      emptyTitle="Nobody to put in order"
      emptyText="Active members of the team appear here."
    />
  )
}

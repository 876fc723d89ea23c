import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { teamTrash } from '#features/team/server/handlers.ts'
import { testimonialTrash } from '#features/testimonials/server/handlers.ts'
import { discardRows, type TrashKind } from '#platform/trash/discard.ts'
import { dayMs } from '#shared/durations.ts'
import { createMember } from './factories/team.ts'
import { createTestimonial } from './factories/testimonials.ts'

/** Colleagues of the demo who have no account any more. */
const former = { email: '', role: 'EDITOR', sessionId: '' } as const
const grace = { ...former, id: 900_001, name: 'Grace Ishimwe' }
const eric = { ...former, id: 900_002, name: 'Eric Mugisha' }

/** What the demo's staff have deleted. */
export async function seedTrash(transaction: Transaction<Tables>, now: () => Date) {
  const services = { database: transaction, now }
  const discard = (kind: TrashKind, id: number, viewer: typeof grace, daysAgo: number) => {
    const at = new Date(now().getTime() - daysAgo * dayMs)
    const context = { now: () => at, viewer, hasInvalidToken: false }
    return discardRows(transaction, context, kind, [id])
  }
  const member = await createMember(services, {
    full_name: 'Jean-Bosco Hakizimana',
    position: 'Mentor, Mobile Development',
  })
  await discard(teamTrash, member, grace, 26)
  const advertisement = await createTestimonial(services, {
    full_name: 'Flash Discount Team',
    title: 'Best offers',
    status: 'REJECTED',
    description: 'Buy followers today, half the price until midnight.',
  })
  await discard(testimonialTrash, advertisement, eric, 3)
  const twice = await createTestimonial(services, {
    full_name: 'Samuel Okoro',
    title: 'Head of Engineering, Lagos',
    status: 'PENDING',
    description: 'Sent twice by mistake. Two of your graduates work with us since March.',
  })
  await discard(testimonialTrash, twice, grace, 1)
}

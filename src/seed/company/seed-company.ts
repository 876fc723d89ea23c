import type { Services } from '#platform/http/context.ts'
import { slugify } from '#platform/text/slug.ts'
import { dayMs } from '#shared/durations.ts'
import { createEvent } from '../factories/events.ts'
import { createMember } from '../factories/team.ts'
import { createTestimonial } from '../factories/testimonials.ts'
import { seedCertificates } from './certificates.ts'
import { demoEvents } from './events.ts'
import { seedGuests, seedSubscribers } from './guests.ts'
import { seedMessages } from './messages.ts'
import { demoTeam } from './team.ts'
import { demoTestimonials, sentTestimonials } from './testimonials.ts'

/**
 * Stores what the demo's company shows of itself: people and their words, events, certificates.
 * @param portraits see `storePortraits`
 */
export async function seedCompany(
  services: Pick<Services, 'database' | 'now'>,
  portraits: ReadonlyMap<string, string>,
) {
  const withPortrait = <Person extends { full_name: string }>(person: Person) => ({
    ...person,
    profile_picture: portraits.get(slugify(person.full_name)) ?? '',
  })
  // The oldest first: a new one comes before all others.
  for (const [index, testimonial] of [...demoTestimonials.entries()].toReversed()) {
    const createdAt = new Date(services.now().getTime() - (4 + index * 11) * dayMs)
    await createTestimonial(services, {
      ...withPortrait(testimonial),
      created_at: createdAt.toISOString(),
    })
  }
  for (const testimonial of sentTestimonials) await createTestimonial(services, testimonial)
  for (const member of demoTeam) await createMember(services, withPortrait(member))
  for (const { guests = 0, arrived, isCancelled, ...event } of demoEvents(services.now())) {
    const id = await createEvent(services, event)
    if (guests > 0) await seedGuests(services, id, guests, arrived)
    if (isCancelled) await cancel(services, id)
  }
  await seedSubscribers(services)
  await seedCertificates(services)
  await seedMessages(services)
}

const cancel = ({ database, now }: Pick<Services, 'database' | 'now'>, id: number) =>
  database
    .updateTable('events')
    .set({ cancelled_at: now().toISOString() })
    .where('id', '=', id)
    .execute()

import type { Services } from '#platform/http/context.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { localDay } from '#shared/company.ts'
import { daysBefore } from '#shared/durations.ts'
import { createRegistrations } from '../factories/registrations.ts'
import { firstNames, lastNames } from '../people.ts'

type Seeding = Pick<Services, 'database' | 'now'>

const organisations = ['', 'Inyenyeri Labs', '', 'University of Rwanda', '', 'Kivu Logistics', '']
const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

function guest(index: number) {
  const full_name = `${pick(firstNames, index * 3 + 1)[0]} ${pick(lastNames, index * 7 + 2)}`
  const mailbox = full_name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .replaceAll(' ', '.')
  return {
    full_name,
    email: `${mailbox.toLowerCase()}.${index + 1}@example.rw`,
    phone: index % 3 === 0 ? `+250 788 ${String(100_000 + index * 7_919).slice(0, 6)}` : '',
    organisation: pick(organisations, index),
  }
}

/** Stores so many guests of an event. @param arrived how many of them came */
export function seedGuests(services: Seeding, eventId: number, count: number, arrived = 0) {
  const guests = Array.from({ length: count }, (_, index) => ({
    ...guest(index + eventId),
    checked_in_at: index < arrived ? services.now().toISOString() : null,
  }))
  return createRegistrations(services, eventId, guests)
}

/** Stores subscribers of the newsletter: by the form, by an import, and some who have left. */
export async function seedSubscribers({ database, now }: Seeding) {
  const before = (days: number) => daysBefore(now(), days)
  const rows = Array.from({ length: 36 }, (_, index) => {
    const { email } = guest(index * 2)
    const isImported = index % 3 === 2
    const created_at = before(isImported ? 20 : index * 2 + 1)
    const unsubscribed_at = index % 9 === 4 ? before(index / 9) : null
    // The two newest have not confirmed yet.
    const isAsked = index < 2
    return {
      email,
      email_key: emailKeyOf(email),
      asked_at: isAsked ? created_at : null,
      confirmed_at: isAsked || isImported ? null : created_at,
      unsubscribed_at,
      consent_place: isImported ? 'Job fair at the Kigali Convention Centre' : '',
      consent_day: isImported ? localDay(new Date(before(24))) : null,
      consent_by: isImported ? 'Administrator' : '',
      created_at,
      updated_at: unsubscribed_at ?? created_at,
    }
  })
  await database.insertInto('subscribers').values(rows).execute()
}

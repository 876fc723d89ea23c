import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { chunksOf } from '#shared/chunks.ts'

type NewRegistration = {
  full_name?: string
  email?: string
  phone?: string
  organisation?: string
  checked_in_at?: string | null
}

/** Stores registrations of an event, each with another email, and counts them. @returns their ids */
export async function createRegistrations(
  { database, now }: { database: Database; now(): Date },
  eventId: number,
  registrations: readonly NewRegistration[],
) {
  const rows = registrations.map((given) => {
    counter += 1
    const registration = {
      full_name: `Guest ${counter}`,
      email: `guest-${counter}@example.rw`,
      phone: '',
      organisation: '',
      checked_in_at: null,
      ...given,
    }
    const { full_name, email, phone, organisation, checked_in_at } = registration
    return {
      ...registration,
      event_id: eventId,
      email_key: emailKeyOf(email),
      checked_in_by: checked_in_at ? 'Administrator' : '',
      search_text: searchable([full_name, email, phone, organisation].join('\n')),
      created_at: now().toISOString(),
    }
  })
  const ids: number[] = []
  for (const chunk of chunksOf(rows, 500)) {
    const added = await database
      .insertInto('event_registrations')
      .values(chunk)
      .returning('id')
      .execute()
    ids.push(...added.map(({ id }) => id))
  }
  const arrived = rows.filter(({ checked_in_at }) => checked_in_at !== null).length
  await database
    .updateTable('events')
    .set((set) => ({
      registered: set('registered', '+', rows.length),
      arrived: set('arrived', '+', arrived),
    }))
    .where('id', '=', eventId)
    .execute()
  return ids
}

let counter = 0

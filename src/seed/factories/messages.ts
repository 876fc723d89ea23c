import { insertContact } from '#features/contact/server/queries.ts'
import type { ContactStatus } from '#features/contact/validation.ts'
import type { Services } from '#platform/http/context.ts'

type NewMessage = Parameters<typeof insertContact>[1] & {
  status: ContactStatus
  created_at: string
}

/** What a visitor types. */
export const sampleMessage = {
  full_name: 'Katharina Vogel',
  email: 'katharina@spreewerk.example',
  phone: '+49 30 1234567',
  subject: 'Two backend developers',
  message: 'We look for two developers from April on.',
}

/** Stores a message of a visitor. @returns its id */
export function createMessage(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<NewMessage> = {},
) {
  const { status = 'NEW', created_at = now().toISOString(), ...fields } = overrides
  return insertContact(database, { ...sampleMessage, ...fields }, status, created_at)
}

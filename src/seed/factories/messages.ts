import { insertContact } from '#features/contact/server/queries.ts'
import type { ContactStatus } from '#features/contact/validation.ts'
import type { Services } from '#platform/http/context.ts'

type NewMessage = Parameters<typeof insertContact>[1] & {
  status: ContactStatus
  created_at: string
}

/** Stores a message of a visitor. @returns its id */
export function createMessage(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<NewMessage> = {},
) {
  const { status = 'NEW', created_at = now().toISOString(), ...fields } = overrides
  const message = {
    full_name: 'Katharina Vogel',
    email: 'katharina@spreewerk.example',
    phone: '+49 30 1234567',
    subject: 'Two backend developers',
    message: 'We look for two developers from April on.',
    ...fields,
  }
  return insertContact(database, message, status, created_at)
}

import type { TestApp } from './app.ts'

/** Has the emails of the outbox be sent an hour ago. */
export async function markSent({ services: { database, now } }: TestApp) {
  const sent_at = new Date(now().getTime() - 3600_000).toISOString()
  await database
    .updateTable('outbox')
    .set({ sent_at, next_try_at: null })
    .where('sent_at', 'is', null)
    .where('withheld', '=', '')
    .execute()
}

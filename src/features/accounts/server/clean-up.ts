import type { Services } from '#platform/http/context.ts'

const keptDays = 30

/** Deletes the sessions that were over 30 days ago, with their tokens. */
export async function removeOldSessions(services: Pick<Services, 'database' | 'now'>) {
  const keptMs = keptDays * 24 * 60 * 60 * 1000
  const before = new Date(services.now().getTime() - keptMs).toISOString()
  await services.database
    .deleteFrom('sessions')
    .where((where) => where.or([where('ended_at', '<', before), where('expires_at', '<', before)]))
    .execute()
}

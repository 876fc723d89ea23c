import type { Database } from '#database/open.ts'

/** When the registration for an event closes next, or one is over: until then visitors read the same. */
export async function findNextEventChange(database: Database, now: Date): Promise<string | null> {
  const at = now.toISOString()
  const [closing, ending] = await Promise.all([
    database
      .selectFrom('events')
      .select('registration_deadline as at')
      .where('registration_deadline', '>', at)
      .orderBy('registration_deadline')
      .limit(1)
      .executeTakeFirst(),
    database
      .selectFrom('events')
      .select('ends_at')
      .where('ends_at', '>=', at)
      .orderBy('ends_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  // At its last moment an event is not over yet.
  const over = ending && new Date(Date.parse(ending.ends_at) + 1).toISOString()
  return [closing?.at, over].flatMap((moment) => moment ?? []).sort()[0] ?? null
}

import type { Database } from '#database/open.ts'

/** When the next scheduled article comes out: until then visitors read the same, unless something is written. */
export async function findNextNewsChange(database: Database, now: Date): Promise<string | null> {
  const next = await database
    .selectFrom('articles')
    .select('published_at')
    .where('published_at', '>', now.toISOString())
    .where('archived_at', 'is', null)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst()
  return next?.published_at ?? null
}

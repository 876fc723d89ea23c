import type { Services } from '#platform/http/context.ts'

const keptDays = 7

/** Forgets the answers that applications were given a week ago: nobody repeats a broken-off call so late. */
export async function removeOldAnswers({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString()
  await database.deleteFrom('application_keys').where('created_at', '<=', before).execute()
}

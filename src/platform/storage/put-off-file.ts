import { type SqlBool, sql } from 'kysely'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Services } from '../http/context.ts'

/** How long after each failed try the next one follows: longer than the upkeep rests, so that others come between. */
const waitsMs = [hourMs, 6 * hourMs, dayMs]
/** With the last of these the upkeep gives up a file that it is to seal. */
export const triesMax = waitsMs.length + 1

/** Whether the upkeep may try a file now. */
export const isDue = (now: Date) =>
  sql<SqlBool>`(retry_at is null or retry_at <= ${now.toISOString()})`

/**
 * Notes that the upkeep could not do something with one file, and when it tries again. What was to be sealed is given
 * up in the end; what was to be removed is tried once a day from then on, since it must not stay.
 */
export async function putOffFile(
  { database, log, now }: Pick<Services, 'database' | 'log' | 'now'>,
  { id, err, task }: { id: number; err: unknown; task: 'seal' | 'remove' },
) {
  const file = await database
    .updateTable('files')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst()
  // Another process may have removed it.
  if (!file) return
  const isLast = file.tries >= triesMax
  const wait = waitsMs[file.tries - 1] ?? (task === 'remove' ? dayMs : null)
  const retry_at = wait === null ? null : new Date(now().getTime() + wait).toISOString()
  await database.updateTable('files').set({ retry_at }).where('id', '=', id).execute()
  const told = { err, file: id, retry_at }
  if (isLast) log.error(told, `file can't be ${doneTo[task]}`)
  else log.warn(told, `file not ${doneTo[task]} yet`)
}

const doneTo = { seal: 'sealed', remove: 'removed' }

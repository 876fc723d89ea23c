import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import { localDay, startOfDay } from '#shared/company.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Tag } from '#shared/procedure.ts'
import { type RetainedKind, type Retention, retainedKinds } from '#shared/retention.ts'
import { invalidateFailed } from '../cache/tag-versions.ts'
import type { Services } from '../http/context.ts'
import { auditInParts } from '../security/audit-log.ts'
import { releaseFiles, removeFile } from '../storage/files.ts'

/** Rows that are deleted once they are old enough, with all that foreign keys delete with them. */
export type Retained = {
  table: 'applications' | 'talents' | 'contact_messages' | 'subscribers'
  tags: readonly Tag[]
  hasResume?: boolean
  /** Whether a row is that old: none of these may be needed by what is still going on. */
  isOld(before: Date): RawBuilder<SqlBool>
  /** Takes the locks that must come before those of the rows. */
  lock?(transaction: Transaction<Tables>, ids: readonly number[]): Promise<unknown>
  /** Counts rows no more that are about to be deleted. */
  release?(transaction: Transaction<Tables>, ids: readonly number[]): Promise<unknown>
}
export type RetainedKinds = Readonly<Record<RetainedKind, Retained>>

/** In Kigali. */
const startsAtHour = 2
const partSize = 200
/** Parts of one kind that go in one night; the rest goes in the next ones. */
const partsMax = 50

/** How many rows of each kind would go tonight. */
export async function countOld(
  { database, now }: Pick<Services, 'database' | 'now'>,
  kinds: RetainedKinds,
  retention: Retention,
) {
  const counts = { applications: 0, talents: 0, messages: 0, subscribers: 0 }
  for (const kind of retainedKinds) {
    const before = oldBefore(retention, kind, now())
    if (!before) continue
    const { count } = await database
      .selectFrom(kinds[kind].table as 'talents')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where(kinds[kind].isOld(before))
      .executeTakeFirstOrThrow()
    counts[kind] = count
  }
  return counts
}

/** @returns null for what does not go by itself */
function oldBefore(retention: Retention, kind: RetainedKind, now: Date) {
  const days = Number(retention[kind])
  return days > 0 ? new Date(now.getTime() - days * dayMs) : null
}

/**
 * Deletes for good what the settings say, once a night, and writes a line of the audit log with the counts, which also
 * tells that it was done. What was set since the night began counts from the next one on.
 */
export const removeOldRows = (kinds: RetainedKinds) => async (services: Services) => {
  const { database, now } = services
  const night = startOfNight(now())
  const saved = await database
    .selectFrom('settings')
    .select('updated_at')
    .where('id', '=', 'retention')
    .executeTakeFirst()
  if (!saved || Date.parse(saved.updated_at) >= night.getTime()) return
  const { retention } = await services.readSettings(database)
  const due = retainedKinds.filter((kind) => oldBefore(retention, kind, now()))
  if (due.length === 0 || (await findRun(database, night))) return
  const counts: Partial<Record<RetainedKind, number>> = {}
  for (const kind of due) counts[kind] = 0
  const tell = auditInParts(
    { clientIp: '', now },
    {
      action: 'deleted',
      target: 'old personal data',
      id: null,
      actor: { id: null, name: 'Retention' },
    },
  )
  await tell(database, counts)
  for (const kind of due) {
    const before = oldBefore(retention, kind, now())
    for (let part = 0; before && part < partsMax; part += 1) {
      const soFar = counts[kind] ?? 0
      const { looked, removed } = await removePart(
        services,
        kinds[kind],
        before,
        (transaction, count) => tell(transaction, { ...counts, [kind]: soFar + count }),
      )
      counts[kind] = soFar + removed
      if (looked < partSize) break
    }
  }
}

function startOfNight(now: Date) {
  const day = localDay(new Date(now.getTime() - startsAtHour * hourMs))
  return new Date(startOfDay(day).getTime() + startsAtHour * hourMs)
}

const findRun = (database: Database, night: Date) =>
  database
    .selectFrom('audit_log')
    .select('id')
    .where('target', '=', 'old personal data')
    .where('created_at', '>=', night.toISOString())
    .executeTakeFirst()

/**
 * Files go after the commit: should the process die before, the upkeep removes them.
 * @param note called in the transaction, and again should that be tried again
 * @returns how many rows were looked at, and how many of them removed
 */
async function removePart(
  services: Services,
  { table, tags, isOld, hasResume, lock, release }: Retained,
  before: Date,
  note: (transaction: Transaction<Tables>, count: number) => Promise<unknown>,
) {
  const oldRows = (database: Database) =>
    database.selectFrom(table as 'talents').where(isOld(before))
  const remove = async (transaction: Transaction<Tables>) => {
    const found = await oldRows(transaction).select('id').orderBy('id').limit(partSize).execute()
    const candidates = found.map(({ id }) => id)
    if (candidates.length === 0) return { looked: 0, removed: 0, files: [] }
    await lock?.(transaction, candidates)
    // Somebody may have changed them while the locks were waited for.
    const rows = await oldRows(transaction)
      .select(['id', (hasResume ? sql<number>`resume_id` : sql<number>`0`).as('file_id')])
      .where('id', 'in', candidates)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { looked: candidates.length, removed: 0, files: [] }
    await release?.(transaction, ids)
    await transaction
      .deleteFrom(table as 'talents')
      .where('id', 'in', ids)
      .execute()
    const fileIds = rows.map(({ file_id }) => file_id)
    const freed = hasResume ? await releaseFiles(transaction, fileIds) : []
    await note(transaction, ids.length)
    return { looked: candidates.length, removed: ids.length, files: freed }
  }
  // Otherwise the rest would wait for the next night.
  const { files, ...counts } = await retryAfterDeadlock(() =>
    services.database.transaction().execute(remove),
  ).catch(invalidateFailed(services.tagVersions, tags))
  if (counts.looked > 0) services.tagVersions.invalidate(tags)
  for (const file of files) {
    await removeFile(services, file).catch((err: unknown) =>
      services.log.warn({ err }, 'file of an old row not removed yet'),
    )
  }
  return counts
}

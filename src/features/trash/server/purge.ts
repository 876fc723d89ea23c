import type { RequestContext, Services } from '#platform/http/context.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { releaseFiles, removeFile } from '#platform/storage/files.ts'
import { dayMs } from '#shared/durations.ts'
import { type RowKindName, trashDays } from '#shared/row-kinds.ts'
import { takeEntry } from './restore.ts'

/**
 * Deletes an entry for good. Its files go after the commit: should the process die before, the upkeep removes them.
 * @param by who does it, for the audit log; null when its time is over
 * @returns whether it was still there
 */
export async function purgeEntry(services: Services, id: number, by: RequestContext | null) {
  const files = await services.database.transaction().execute(async (transaction) => {
    const files = await transaction
      .selectFrom('trash_files')
      .innerJoin('files', 'files.id', 'trash_files.file_id')
      .select(['files.id', 'files.key'])
      .where('trash_id', '=', id)
      .execute()
    const entry = await takeEntry(transaction, id)
    if (!entry) return null
    // With the keys of now: a file may have been sealed anew since it was read.
    const released = await releaseFiles(
      transaction,
      files.map((file) => file.id),
    )
    if (by) {
      const target = entry.kind as RowKindName
      const line = { action: 'deleted', target, id: entry.row_id } as const
      await writeAudit(transaction, by, { ...line, details: { for_good: true } })
    }
    return released
  })
  for (const file of files ?? []) {
    await removeFile(services, file).catch((err: unknown) =>
      services.log.warn({ err }, 'file of a deleted row not removed yet'),
    )
  }
  return files !== null
}

const purgedAtOnce = 200

/** Deletes for good what has been in the trash for 30 days. @returns how many */
export async function removeOldTrash(services: Services) {
  const before = endOfTrash(services.now())
  let removed = 0
  for (;;) {
    const rows = await services.database
      .selectFrom('trash')
      .select('id')
      .where('created_at', '<=', before)
      .orderBy('created_at')
      .limit(purgedAtOnce)
      .execute()
    for (const { id } of rows) removed += Number(await purgeEntry(services, id, null))
    if (rows.length < purgedAtOnce) break
  }
  if (removed > 0) services.tagVersions.invalidate(['Trash'])
  return removed
}

const trashMs = trashDays * dayMs

/** When that was deleted which goes for good now. */
const endOfTrash = (now: Date) => new Date(now.getTime() - trashMs).toISOString()

/** When something that was deleted then goes for good. */
export const endsAt = (deletedAt: string) => new Date(Date.parse(deletedAt) + trashMs).toISOString()

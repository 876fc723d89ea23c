import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#config'
import { type Database, findDatabaseStart } from '#database/open.ts'
import { messageOf } from '#platform/error-message.ts'
import { openPlace } from '#platform/storage/backup-place.ts'
import { findLastBackup } from '#platform/storage/last-backup.ts'
import { hourMs } from '#shared/durations.ts'
import { pluralize } from '#shared/format.ts'
import { timeOfBackup } from '../backup/backup-name.ts'
import { withDatabase } from '../existing-database.ts'

/** One is taken each night, and may fail once. */
const hoursMax = 49

/** Whether backups can be written and read where they are to be, by the site, too, and the last one is new. */
export async function checkBackup(config: Config, { now }: { now: () => Date }) {
  const { url } = config.backup
  if (!url) return 'none: BACKUP_URL is not set, so npm run backup has no place'
  const where = url.startsWith('file:') ? url : new URL(url).host
  const place = await openPlace(config)
  const name = `doctor/${randomUUID()}`
  const content = Buffer.from(name)
  const bytes = async function* () {
    yield content
  }
  const look = async () => {
    await place.put(name, bytes())
    const isSame = content.equals(await buffer(place.get(name)))
    await place.remove(name)
    if (!isSame) throw new Error('what was stored is read otherwise')
    return place.findBackups()
  }
  const { complete } = await look().catch((error: unknown) => {
    throw new Error(`${where}: ${messageOf(error)}. Is BACKUP_URL right, and are its rights?`)
  })
  await requireErasuresListed(config, now)
  if (complete.length === 0) {
    await requireNewSite(config, { where, now: now() })
    return `${where} is written, read and deleted; there is no backup with this key yet`
  }
  const at = await findLastTime(config, complete, now())
  if (!at) {
    throw new Error(
      `All backups are of later than now, such as ${complete[0]}: is the clock right? Then run npm run backup`,
    )
  }
  const hours = Math.round((now().getTime() - at.getTime()) / hourMs)
  if (hours > hoursMax) {
    throw new Error(
      `The last backup that had all files and could be restored is ${hours} hours old: does npm run backup run every night, and what does it say?`,
    )
  }
  return `${where} is written, read and deleted; the last backup is ${hours} hours old`
}

/**
 * A backup counts that was made in another place, or with another key.
 * @throws what to do where none was made for too long, or ever
 */
async function requireNewSite(config: Config, { where, now }: { where: string; now: Date }) {
  const find = async (database: Database) => [
    await findLastBackup(database),
    await findDatabaseStart(database),
  ]
  // What is wrong with the database is told as such.
  const found = await withDatabase(config, find).catch(() => [])
  const since = found.find((time) => time !== undefined && new Date(time) <= now)
  const hours = since ? Math.round((now.getTime() - new Date(since).getTime()) / hourMs) : 0
  if (hours <= hoursMax) return
  throw new Error(
    `${where} has no backup with this key, and for ${hours} hours none was made: does npm run backup run every night (huza-backup.timer, or in containers a nightly job of the machine), and what does it say?`,
  )
}

/**
 * When the last backup in the place began that is no newer than the one that the database has noted: a newer one had a
 * fault. Without such a one it is the newest in the place, as where another database has noted it. Times that are later
 * than now were noted while the clock was ahead.
 */
async function findLastTime(config: Config, names: readonly string[], now: Date) {
  // What is wrong with the database is told as such.
  const noted = await withDatabase(config, findLastBackup).catch(() => undefined)
  const tried = noted && new Date(noted) <= now ? new Date(noted) : now
  const past = names.map(timeOfBackup).filter((time) => time <= now)
  return past.findLast((time) => time <= tried) ?? past.at(-1)
}

/**
 * The site, which may have other rights than the doctor, tries every ten minutes to note erasures there.
 * @throws what to do when it can't
 */
async function requireErasuresListed(config: Config, now: () => Date) {
  const before = new Date(now().getTime() - hourMs).toISOString()
  const findUnlisted = (database: Database) =>
    database
      .selectFrom('erasures')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('listed_at', 'is', null)
      .where('updated_at', '<', before)
      .executeTakeFirstOrThrow()
  // What is wrong with the database is told as such.
  const found = await withDatabase(config, findUnlisted).catch(() => ({ total: 0 }))
  const total = Number(found.total)
  if (total === 0) return
  throw new Error(
    `The site has not noted ${pluralize(total, 'erasure')} where the backups are, so one that is restored elsewhere may bring them back: may it write there (ReadWritePaths of huza@.service)?`,
  )
}

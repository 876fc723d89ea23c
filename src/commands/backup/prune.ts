import type { Place } from '#platform/storage/backup-place.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { timeOfBackup } from './backup-name.ts'

/** How many days, weeks and months keep their last backup. */
const kept = { days: 7, weeks: 4, months: 12 }

/** The Monday of a day's week. */
function weekOf(day: string) {
  const time = new Date(`${day}T00:00:00Z`)
  return new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

const periods = [
  { max: kept.days, periodOf: (day: string) => day },
  { max: kept.weeks, periodOf: weekOf },
  { max: kept.months, periodOf: (day: string) => day.slice(0, 7) },
]

/**
 * Which backups stay: all of the last 24 hours, and the last one of each of the last 7 days, 4 weeks and 12 months that
 * have one. Those that are later than now, since the clock was ahead, stay, and take the place of no other.
 * @param names the oldest first
 */
export function backupsToKeep(names: readonly string[], now: Date): Set<string> {
  const stay = new Set(names.filter((name) => now.getTime() - timeOfBackup(name).getTime() < dayMs))
  const past = names.filter((name) => timeOfBackup(name) <= now)
  for (const { max, periodOf } of periods) {
    const last = new Map(past.map((name) => [periodOf(localDay(timeOfBackup(name))), name]))
    for (const name of [...last.values()].slice(-max)) stay.add(name)
  }
  return stay
}

/**
 * Removes the backups that need not stay, the files that are in no other one, and what interrupted backups have left.
 * @returns how many backups
 */
export async function pruneBackups(place: Place, now: Date) {
  const { complete, broken } = await place.findBackups()
  const stay = backupsToKeep(complete, now)
  const removed = complete.filter((name) => !stay.has(name))
  // No backup takes a day: these were interrupted.
  await place.clearSpool(dayMs)
  const left = broken.filter((name) => now.getTime() - timeOfBackup(name).getTime() > dayMs)
  for (const name of [...removed, ...left]) await removeBackup(place, name)
  if (removed.length + left.length > 0) await removeUnusedFiles(place, [...stay])
  return removed.length
}

/** Lets a backup count as none: it is not restored, stays in no other one's stead, and goes after a day. */
export const makeIncomplete = (place: Place, name: string) =>
  place.remove(`backups/${name}/manifest`)

/** Removes a backup, but for its files, which others may have. */
export async function removeBackup(place: Place, name: string) {
  // First: what is removed halfway must not look whole.
  await makeIncomplete(place, name)
  for await (const part of place.list(`backups/${name}/`)) await place.remove(part)
}

async function removeUnusedFiles(place: Place, names: readonly string[]) {
  const used = new Set<string>()
  for (const name of names) {
    for await (const [key] of (await place.readManifest(name)).files) used.add(`files/${key}`)
  }
  for await (const file of place.list('files/')) if (!used.has(file)) await place.remove(file)
}

import type { Config } from '#config'
import { migrations } from '#database/migrations/index.ts'
import { engineOf } from '#database/open.ts'
import type { Manifest, Place } from '#platform/storage/backup-place.ts'
import { company, endOfDay } from '#shared/company.ts'
import { timeOfBackup } from './backup-name.ts'

/** Reads a moment: a day means its end, and a time without a zone is local. @throws for any other text */
export function momentOf(text: string) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = isDay ? endOfDay(text) : new Date(hasZone ? text : text + company.utcOffset)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new Error(`"${text}" is no time: write 2026-11-23 or 2026-11-23T06:00`)
}

/** The newest backup at or before the moment. @throws one line where there is none */
export async function findBackupAt(place: Place, moment: Date) {
  const { complete } = await place.findBackups()
  const name = complete.findLast((one) => timeOfBackup(one) <= moment)
  if (name) return name
  if (complete[0])
    throw new Error(`The oldest backup is of ${timeOfBackup(complete[0]).toISOString()}`)
  const others = (await place.findKeyIds()).filter((id) => id !== place.keyId)
  throw new Error(
    others.length > 0
      ? `BACKUP_KEY is not the key that the backups there were made with (${place.keyId}, not ${others.join(' or ')})`
      : 'There is no backup at BACKUP_URL',
  )
}

/** @throws what to do where the backup is of the other engine, or of a newer version */
export function requireFitting(config: Config, { engine, migrations: applied }: Manifest) {
  if (engine !== engineOf(config)) {
    const [is, isNot] = engine === 'postgres' ? ['PostgreSQL', 'SQLite'] : ['SQLite', 'PostgreSQL']
    throw new Error(
      `The backup is of ${is}, and the settings name ${isNot}: ${engine === 'postgres' ? 'set' : 'empty'} DATABASE_URL`,
    )
  }
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new Error(`The backup is of a newer version, which has ${unknown.join(', ')}: install it`)
  }
}

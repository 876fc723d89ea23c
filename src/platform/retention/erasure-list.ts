import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '../http/context.ts'
import { findFingerprint, secretFingerprint } from '../security/secret.ts'
import { signatureOf } from '../security/signing.ts'
import { openPlace, type Place } from '../storage/backup-place.ts'

/** That somebody was erased, as it is noted outside the database. It tells nobody who it was. */
export type ListedErasure = {
  hash: string
  /** The fingerprint of the secret that the hash was made with. */
  key: string
  at: string
  /** What was theirs without an e-mail. */
  testimonials: number[]
}

/** Stands for an erased person: meaningless to anybody who has it without the secret. */
export const erasedHash = ({ secret }: { secret: string }, email_key: string) =>
  // Spelt as it always was: another purpose would match nothing that is stored.
  signatureOf(email_key, 'erased e-mails', secret)

type Row = Pick<
  Selectable<Tables['erasures']>,
  'email_hash' | 'hash_key' | 'created_at' | 'testimonials'
>

const listedColumns = ['email_hash', 'hash_key', 'created_at', 'testimonials'] as const

const toListed = ({ email_hash, hash_key, created_at, testimonials }: Row): ListedErasure => ({
  hash: email_hash,
  key: hash_key,
  at: created_at,
  testimonials: JSON.parse(testimonials),
})

const fileOf = (dataDir: string) => join(dataDir, 'erasures')

const nameOf = ({ at, hash }: ListedErasure) => `erasures/${at.replace(/[-:.]/g, '')}-${hash}`

/** The list beside the database. A line that was cut short by a power cut is left out: it is written again. */
async function readFileList(dataDir: string): Promise<ListedErasure[]> {
  const lines = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return lines.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

async function appendToFile(dataDir: string, all: ListedErasure[]) {
  const known = new Set((await readFileList(dataDir)).map(nameOf))
  const lacking = all.filter((listed) => !known.has(nameOf(listed)))
  if (lacking.length === 0) return
  const file = await open(fileOf(dataDir), 'a', 0o600)
  try {
    await file.appendFile(lacking.map((listed) => `\n${JSON.stringify(listed)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function putInPlace(place: Place, listed: ListedErasure) {
  const content = async function* () {
    yield Buffer.from(JSON.stringify(listed))
  }
  await place.put(nameOf(listed), content())
}

/** Notes the erasures beside the database and where backups are, unless they are noted. @throws when it can't */
export async function listErasures({
  database,
  config,
  now,
}: Pick<Services, 'database' | 'config' | 'now'>) {
  const rows = await database
    .selectFrom('erasures')
    .select(['id', ...listedColumns])
    .where('listed_at', 'is', null)
    .execute()
  if (rows.length === 0) return
  // All of them before the place is opened, which may be away.
  await appendToFile(config.dataDir, rows.map(toListed))
  const place = config.backup.url ? await openPlace(config) : null
  for (const row of rows) {
    if (place) await putInPlace(place, toListed(row))
    await database
      .updateTable('erasures')
      .set({ listed_at: now().toISOString() })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Notes in a place of backups all erasures that it lacks, such as those from before there was one. */
export async function listErasuresIn(place: Place, database: Database) {
  const known = new Set<string>()
  for await (const name of place.list('erasures/')) known.add(name)
  const rows = await database.selectFrom('erasures').select(listedColumns).execute()
  for (const listed of rows.map(toListed)) {
    if (!known.has(nameOf(listed))) await putInPlace(place, listed)
  }
}

/** All erasures that are noted outside the database, each once, the oldest first. */
export async function readErasures(place: Place, dataDir: string): Promise<ListedErasure[]> {
  const all = new Map((await readFileList(dataDir)).map((one) => [nameOf(one), one]))
  for await (const name of place.list('erasures/')) {
    if (!all.has(name)) all.set(name, JSON.parse(await text(place.get(name))))
  }
  return [...all.values()].sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Noted in a restored database, with the backup's name, until all who were erased since are erased again. */
export const erasuresToRepeat = 'erasures to repeat'

/** @throws what to do where a restore was interrupted before it had erased again who was erased since */
export async function requireErasuresRepeated({
  database,
  secret,
}: Pick<Services, 'database' | 'secret'>) {
  if ((await findSystemValue(database, erasuresToRepeat)) === undefined) return
  const used = await findFingerprint(database)
  if (used !== undefined && used !== secretFingerprint(secret)) {
    throw new Error(
      'A restore was interrupted before its secret was in place. Run npm run restore -- --rest --overwrite, which brings it.',
    )
  }
  throw new Error(
    'A restore was interrupted, so people who were erased may be there again. Run npm run restore -- --rest, which erases them again.',
  )
}

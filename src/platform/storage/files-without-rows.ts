import type { Database } from '#database/open.ts'
import { storedFolders } from './files.ts'
import type { Storage } from './storage.ts'

type Site = { database: Database; storage: Storage }

const keysAtOnce = 500

/** The keys of stored files that no row names, some at once: of what was stored since the moment that is restored. */
async function* findKeysWithoutRow({ database, storage }: Site) {
  for (const folder of storedFolders) {
    let keys: string[] = []
    for await (const key of storage.list(`${folder}/`)) {
      keys.push(key)
      if (keys.length < keysAtOnce) continue
      yield await leaveOutNamed(database, keys)
      keys = []
    }
    yield await leaveOutNamed(database, keys)
  }
}

async function leaveOutNamed(database: Database, keys: readonly string[]) {
  if (keys.length === 0) return []
  const rows = await database.selectFrom('files').select('key').where('key', 'in', keys).execute()
  const named = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !named.has(key))
}

/** How many stored files no row names. */
export async function countFilesWithoutRow(site: Site) {
  let count = 0
  for await (const keys of findKeysWithoutRow(site)) count += keys.length
  return count
}

/**
 * Notes stored files that no row names as unclaimed, so that the upkeep removes them. Call it while no site uses the
 * database: a file that is being stored could be one of them.
 * @returns how many
 */
export async function noteFilesWithoutRow(site: Site, now: Date) {
  const created_at = now.toISOString()
  const unknown = { name: '', type: 'application/octet-stream', size_bytes: 0, sha256: '' }
  let count = 0
  for await (const keys of findKeysWithoutRow(site)) {
    if (keys.length === 0) continue
    const rows = keys.map((key) => ({ ...unknown, key, created_at }))
    await site.database.insertInto('files').values(rows).execute()
    count += keys.length
  }
  return count
}

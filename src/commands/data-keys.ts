import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import type { Log } from '#platform/http/log.ts'
import {
  changeDataKeys,
  checkDataKeys,
  dataKeyFileOf,
  findDataKeyIds,
  readDataKeys,
  toDataKey,
  unregisterDataKey,
} from '#platform/security/data-keys.ts'
import { countSealedFiles, sealAllFiles } from '#platform/storage/seal-files.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'

/** Makes a new key that seals from now on; the others go on opening. @returns its id @throws with DATA_KEY */
export function addDataKey(config: Config) {
  if (config.dataKeys.length > 0) {
    throw new Error('DATA_KEY is set: put a new key before the old one there, and a comma between')
  }
  const added = toDataKey(randomBytes(48).toString('base64url'))
  changeDataKeys(config, (known) => [added, ...known])
  return added.id
}

/** Seals all resumes with the first key. @returns what is left to do, in words @throws when some could not be sealed */
export async function sealWithFirst(
  config: Config,
  database: Database,
  log: Log,
  onProgress: (sealed: number, failed: number) => void,
) {
  const storage = await openSealedStorage(config)
  await checkDataKeys(database, config)
  const [first, ...others] = readDataKeys(config)
  if (!first) throw new Error('There is no key')
  const services = { database, storage, log, now: () => new Date() }
  const { sealed, failed } = await sealAllFiles(services, first.id, onProgress)
  if (failed > 0) throw new Error(`${failed} resumes could not be sealed: the log above says why`)
  const steps = others.map(({ id }) => `npm run data-key -- remove ${id}`)
  return [
    `${sealed} resumes were sealed with the key ${first.id}.`,
    ...(steps.length > 0
      ? [`What they were before goes within two hours. Then: ${steps.join('; ')}`]
      : []),
  ].join(' ')
}

/**
 * Takes a key away that seals no more.
 * @param isLost although files are sealed with it, which nobody can open
 * @throws when it is used, or seals what is stored now
 */
export async function removeDataKey(
  config: Config,
  database: Database,
  id: string,
  isLost: boolean,
) {
  const keys =
    config.dataKeys.length > 0 || existsSync(dataKeyFileOf(config)) ? readDataKeys(config) : []
  const registered = await findDataKeyIds(database)
  if (keys[0]?.id === id) throw new Error(`${id} is the first key, which seals what is stored now`)
  if (!registered.includes(id) && !keys.some((key) => key.id === id)) {
    throw new Error(`There is no key ${id}`)
  }
  const count = (await countSealedFiles(database)).get(id) ?? 0
  if (count > 0 && !isLost) {
    throw new Error(
      `${count} files are sealed with ${id}. Run npm run data-key; what it replaces goes within two hours`,
    )
  }
  await unregisterDataKey(database, id)
  if (config.dataKeys.length > 0) return `Now take ${id} out of DATA_KEY.`
  changeDataKeys(config, (known) => known.filter((key) => key.id !== id))
  return `${id} is taken away.`
}

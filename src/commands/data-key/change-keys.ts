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
  openDataKeys,
  readDataKeys,
  toDataKey,
  unregisterDataKey,
} from '#platform/security/data-keys.ts'
import type { Sealed } from '#platform/security/seal-each.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'
import { formatCounts, sealedKinds } from '../sealed-kinds.ts'

/** Makes a new key that seals from now on; the others go on opening. @returns its id @throws with DATA_KEY */
export function addDataKey(config: Config) {
  if (config.dataKeys.length > 0) {
    throw new Error('DATA_KEY is set: put a new key before the old one there, and a comma between')
  }
  const added = toDataKey(randomBytes(48).toString('base64url'))
  changeDataKeys(config, (known) => [added, ...known])
  return added.id
}

/**
 * Seals all that is sealed with the first key.
 * @returns what is left to do, in words
 * @throws when some could not be sealed
 */
export async function sealWithFirst(
  config: Config,
  database: Database,
  log: Log,
  onProgress: (sealed: number, failed: number) => void,
) {
  const dataKeys = openDataKeys(config)
  const storage = await openSealedStorage(config, dataKeys)
  await checkDataKeys(database, config)
  const [first, ...others] = dataKeys()
  const services = { database, storage, dataKeys, log, now: () => new Date() }
  const done: Sealed[] = []
  for (const { sealAll } of sealedKinds) {
    const before = { sealed: sum(done, 'sealed'), failed: sum(done, 'failed') }
    done.push(
      await sealAll(services, (sealed, failed) =>
        onProgress(before.sealed + sealed, before.failed + failed),
      ),
    )
  }
  if (sum(done, 'failed') > 0) {
    const which = formatCounts(done.map(({ failed }) => failed))
    throw new Error(`${which} could not be sealed: the log above says why`)
  }
  const steps = others.map(({ id }) => `npm run data-key -- remove ${id}`)
  return [
    `${formatCounts(done.map(({ sealed }) => sealed))} were sealed with the key ${first.id}.`,
    ...(steps.length > 0
      ? [`What they were before goes within two hours. Then: ${steps.join('; ')}`]
      : []),
  ].join(' ')
}

const sum = (some: readonly Sealed[], what: keyof Sealed) =>
  some.reduce((total, one) => total + one[what], 0)

/**
 * Takes a key away that seals no more.
 * @param isLost although it has sealed what is stored, which nobody can open
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
  await unregisterDataKey(database, id, async (transaction) => {
    const counts: number[] = []
    for (const { count } of sealedKinds) counts.push((await count(transaction)).get(id) ?? 0)
    if (isLost || counts.every((count) => count === 0)) return
    throw new Error(
      `${formatCounts(counts)} are sealed with ${id}. Run npm run data-key; what it replaces goes within two hours`,
    )
  })
  if (config.dataKeys.length > 0) return `Now take ${id} out of DATA_KEY.`
  changeDataKeys(config, (known) => known.filter((key) => key.id !== id))
  return `${id} is taken away.`
}

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Config } from '#config'
import {
  changeDataKeys,
  type DataKey,
  dataKeyFileOf,
  readDataKeys,
  toDataKey,
} from '#platform/security/data-keys.ts'
import { secretFileOf } from '#platform/security/secret.ts'
import type { Manifest } from '#platform/storage/backup-place.ts'

// The secret and the data keys of a backup, without which what it has can't be opened.

/** @throws what to do where the settings or the data folder have others */
export function requireSecrets(config: Config, manifest: Manifest, isOverwriting: boolean) {
  requireSecret(config, manifest, isOverwriting)
  requireDataKeys(config, manifest)
}

function requireSecret(config: Config, { secret }: Manifest, isOverwriting: boolean) {
  if (config.secretKey) {
    if (config.secretKey === secret) return
    throw new Error('SECRET_KEY is not the one of the backup: leave it empty, and it is restored')
  }
  const file = secretFileOf(config)
  if (isOverwriting || !existsSync(file) || readFileSync(file, 'utf8').trim() === secret) return
  throw new Error(`There is another secret in ${file}. Add --overwrite to replace it`)
}

function requireDataKeys({ dataKeys }: Config, manifest: Manifest) {
  const [missing] = keysOf(manifest).filter(({ key }) => !dataKeys.includes(key))
  if (dataKeys.length === 0 || !missing) return
  throw new Error(
    `DATA_KEY lacks the key ${missing.id} of the backup: leave it empty, and the keys are restored`,
  )
}

const keysOf = ({ dataKeys = [] }: Manifest) => dataKeys.map(toDataKey)

/** Adds the keys of the backup to those that are there. @returns takes them away again */
export function restoreDataKeys(config: Config, manifest: Manifest) {
  if (config.dataKeys.length > 0 || keysOf(manifest).length === 0) return () => {}
  let added: DataKey[] = []
  changeDataKeys(config, (known) => {
    added = keysOf(manifest).filter(({ id }) => !known.some((key) => key.id === id))
    return [...known, ...added]
  })
  const isAdded = ({ id }: DataKey) => added.some((key) => key.id === id)
  return () => {
    // Without any the file would look cut short.
    if (readDataKeys(config).every(isAdded)) rmSync(dataKeyFileOf(config))
    else changeDataKeys(config, (known) => known.filter((key) => !isAdded(key)))
  }
}

/**
 * Writes the secret of the backup beside the one that is there, which stays until the database is restored.
 * @returns puts it in its place
 */
export async function prepareSecret(config: Config, { secret }: Manifest) {
  if (config.secretKey) return async () => {}
  const draft = draftOf(config)
  await writeFile(draft, secret, { mode: 0o600, flush: true })
  return () => rename(draft, secretFileOf(config))
}

/** Removes the secret of a backup that was not put in its place. */
export const removePreparedSecret = (config: Config) => rm(draftOf(config), { force: true })

const draftOf = (config: Config) => `${secretFileOf(config)}-restored`

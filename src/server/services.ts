import type { Config } from '#config'
import { engineOf, migrate, openDatabase } from '#database/open.ts'
import { createSettingsReader } from '#features/settings/server/read-settings.ts'
import { createTagVersions } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'
import { openLog } from '#platform/http/log.ts'
import { checkDataKeys } from '#platform/security/data-keys.ts'
import { checkSecret, loadSecret } from '#platform/security/secret.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'

/**
 * Opens the shared services and migrates the database.
 * @throws when the secret is not the one that the database is used with, or a key of its files is missing
 */
export async function openServices(config: Config, now = () => new Date()) {
  const database = openDatabase(config)
  const tagVersions = createTagVersions()
  const services: Services = {
    config,
    database,
    storage: await openSealedStorage(config),
    log: openLog(config.logLevel),
    tagVersions,
    readSettings: createSettingsReader(config, database, tagVersions),
    secret: loadSecret(config),
    now,
  }
  const close = () => services.database.destroy()
  try {
    const migrated = await migrate(services.database, engineOf(config))
    await checkSecret(services)
    await checkDataKeys(database, config)
    return { services, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

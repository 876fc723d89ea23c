import type { Config } from '#config'
import { engineOf, migrate, openDatabase } from '#database/open.ts'
import { createTagVersions } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'
import { openLog } from '#platform/http/log.ts'
import { loadSecret } from '#platform/security/secret.ts'
import { openStorage } from '#platform/storage/storage.ts'

/** Opens the shared services and migrates the database. */
export async function openServices(config: Config, now = () => new Date()) {
  const services: Services = {
    config,
    database: openDatabase(config),
    storage: await openStorage(config),
    log: openLog(config.logLevel),
    tagVersions: createTagVersions(),
    secret: loadSecret(config),
    now,
  }
  const migrated = await migrate(services.database, engineOf(config))
  return { services, migrated, close: () => services.database.destroy() }
}

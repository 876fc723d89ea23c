import type { Config } from '#config'
import { engineOf, migrate, openDatabase, openReplica } from '#database/open.ts'
import { createSettingsReader } from '#features/settings/server/read-settings.ts'
import { createReplica } from '#platform/cache/replica.ts'
import { createTagVersions } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'
import { openLog } from '#platform/http/log.ts'
import { requireErasuresRepeated } from '#platform/retention/erasure-list.ts'
import { checkDataKeys, openDataKeys } from '#platform/security/data-keys.ts'
import { checkSecret, loadSecret } from '#platform/security/secret.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'
import { startTracing, traceQuery } from '#platform/tracing.ts'

/**
 * Opens the shared services and migrates the database.
 * @param isRestoring whether it is the restore itself that opens them, which has yet to erase again
 * @throws when a restore was interrupted, the secret is not the one that the database is used with, or a data key of it
 *   is missing
 */
export async function openServices(
  config: Config,
  now = () => new Date(),
  { isRestoring = false } = {},
) {
  const log = openLog(config.logLevel)
  const stopTracing = await startTracing(config, log)
  const onQuery = config.traces ? traceQuery : undefined
  const database = openDatabase(config, onQuery)
  const standby = openReplica(config, onQuery)
  const tagVersions = createTagVersions()
  const dataKeys = openDataKeys(config)
  const services: Services = {
    config,
    database,
    replica: standby && createReplica(standby, { database, tagVersions, log, now }),
    storage: await openSealedStorage(config, dataKeys),
    dataKeys,
    log,
    tagVersions,
    readSettings: createSettingsReader(config, database, tagVersions),
    secret: loadSecret(config),
    now,
  }
  const close = async () => {
    await standby?.destroy()
    await services.database.destroy()
    await stopTracing()
  }
  try {
    const migrated = await migrate(services.database, engineOf(config))
    // First: a restore that lacks its secret is not to be taken for a change of it.
    if (!isRestoring) await requireErasuresRepeated(services)
    await checkSecret(services)
    await checkDataKeys(database, config)
    return { services, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

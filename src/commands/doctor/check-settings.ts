import { existsSync, readFileSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { type Config, environmentSchema } from '#config'
import { findFingerprint, secretFileOf, secretFingerprint } from '#platform/security/secret.ts'
import { withDatabase } from '../existing-database.ts'

/** What the compose files read from the same file. */
const ofCompose = new Set(['SITE_NAME', 'DATABASE_PASSWORD'])

/** Whether the settings are known, and the data folder is there for this user alone. */
export async function checkSettings({ dataDir }: Config) {
  const given = existsSync('.env') ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  const unknown = given.filter((name) => !(name in environmentSchema.shape) && !ofCompose.has(name))
  if (unknown.length > 0) {
    throw new Error(`.env has ${unknown.join(', ')}, which nothing reads: .env.example lists all`)
  }
  const found = await stat(dataDir).catch(() => null)
  if (!found?.isDirectory()) {
    throw new Error(`There is no folder ${dataDir}: npm start makes it, or set DATA_DIR`)
  }
  await access(dataDir, constants.W_OK).catch(() => {
    throw new Error(`This user may not write to ${dataDir}: run as its owner, or chown it`)
  })
  if ((found.mode & 0o077) !== 0) {
    throw new Error(`Other users may read ${dataDir}: chmod 700 ${dataDir}`)
  }
  return `the data is in ${dataDir}`
}

/** The secret, without making one up as the start does. */
function readSecret(config: Config) {
  if (config.secretKey) return { secret: config.secretKey, source: 'SECRET_KEY' }
  const source = secretFileOf(config)
  if (!existsSync(source)) {
    throw new Error(`There is no ${source}: npm start makes it up, or set SECRET_KEY`)
  }
  return { secret: readFileSync(source, 'utf8').trim(), source }
}

/** Whether the secret is there, and that of the database. */
export async function checkSecretFile(config: Config) {
  const { secret, source } = readSecret(config)
  const fingerprint = secretFingerprint(secret)
  const used = await withDatabase(config, findFingerprint).catch(() => undefined)
  if (used && used !== fingerprint) {
    throw new Error(
      `${source} (${fingerprint}) is not the secret of this database (${used}): restore that one`,
    )
  }
  return `${source}, fingerprint ${fingerprint}${used ? ', as the database has it' : ''}`
}

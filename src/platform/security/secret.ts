import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import { signatureOf } from './signing.ts'

const lengthMin = 32

/** Where the secret is that was made up at the first start. */
export const secretFileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'secret')

/**
 * The configured secret, or one generated at the first start and stored in the data folder.
 * @throws when the stored one is truncated: a short secret could be guessed, and tokens for any user forged
 */
export function loadSecret(config: { secretKey?: string; dataDir: string }) {
  if (config.secretKey) return config.secretKey
  const file = secretFileOf(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) storeNewSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < lengthMin) {
    throw new Error(
      `${file} is cut short. Restore it, or delete it: a new one ends all sessions and second factors.`,
    )
  }
  return secret
}

/** Creates the file atomically and complete; if several processes start at once, the first one wins. */
export function storeNewSecret(file: string) {
  const draft = `${file}-${randomUUID()}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

const name = 'secret fingerprint'

/** Tells one secret from another, and nothing of it. */
export const secretFingerprint = (secret: string) => signatureOf('', name, secret).slice(0, 16)

/** The fingerprint of the secret that a database is used with, if any was. */
export const findFingerprint = (database: Database) => findSystemValue(database, name)

/**
 * Checks that this process has the secret of all others that use the database. The first one stores its fingerprint.
 * A confirmed change of it ends all sessions: whoever stole the secret may have signed in with it.
 * @throws one line that says what to do: with another secret, sign-ins and links of the others would fail here, and
 *   second factors could not be decrypted
 */
export async function checkSecret({
  database,
  secret,
  config,
  now,
}: {
  database: Database
  secret: string
  config: Config
  now: () => Date
}) {
  const value = secretFingerprint(secret)
  await database
    .insertInto('system_values')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  if (config.secretFingerprint === value) await changeFingerprint(database, value, now())
  if ((await findFingerprint(database)) === value) return
  const source = config.secretKey ? 'SECRET_KEY' : secretFileOf(config)
  throw new Error(
    `${source} is not the secret that this database is used with. Set SECRET_KEY to that one; or, to change it for good, which ends all sessions and second factors, set SECRET_FINGERPRINT=${value} for this start.`,
  )
}

/** The first of several processes that start at once ends the sessions. */
async function changeFingerprint(database: Database, value: string, now: Date) {
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('system_values')
      .set({ value })
      .where('name', '=', name)
      .where('value', '!=', value)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await transaction
      .updateTable('sessions')
      .set({ ended_at: now.toISOString() })
      .where('ended_at', 'is', null)
      .execute()
  })
}

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { isLockedOut } from '#database/errors.ts'
import { lockTables } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import { storeNewSecret } from './secret.ts'
import { signatureOf } from './signing.ts'

// The keys that resumes are sealed with are their own: whoever has the secret can't read them, and they are changed
// without ending sign-ins. The first one seals; the others open what was sealed before.

const lengthMin = 32

export type DataKey = { id: string; key: string }

/** What is stored can't be opened: the key that it was sealed with is not there. */
export class MissingDataKey extends Error {
  readonly id: string

  constructor(id: string) {
    super(`The data key ${id} of what is stored is missing: npm run doctor tells more`)
    this.id = id
  }
}

/** The keys of a process as they are now, the first of which seals. */
export type DataKeys = () => readonly [DataKey, ...DataKey[]]

type KeyConfig = { dataKeys: readonly string[]; dataDir: string }

/** Where the keys are that were made up: one a line. */
export const dataKeyFileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'data-keys')

/** Where the keys come from, in words. */
export const sourceOfDataKeys = (config: KeyConfig) =>
  config.dataKeys.length > 0 ? 'DATA_KEY' : dataKeyFileOf(config)

/** Tells one key from another, and nothing of it. */
export const toDataKey = (key: string): DataKey => ({
  // In hexadecimal: it is an argument of a command, and might begin with a hyphen.
  id: Buffer.from(signatureOf('', 'the id of a data key', key), 'base64url')
    .toString('hex')
    .slice(0, 12),
  key,
})

/** The keys of DATA_KEY, or those in the file. @throws where there is none, or the file is cut short */
export function readDataKeys(config: KeyConfig): DataKey[] {
  if (config.dataKeys.length > 0) return config.dataKeys.map(toDataKey)
  const file = dataKeyFileOf(config)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  if (lines.length === 0 || lines.some((line) => line.length < lengthMin)) {
    throw new Error(`${file} is cut short: put it back, every backup has its keys`)
  }
  return lines.map(toDataKey)
}

/**
 * Changes the keys in the file: whole, or not at all, and one process at a time.
 * @throws one line while another process changes them
 */
export function changeDataKeys(
  config: KeyConfig,
  change: (keys: readonly DataKey[]) => readonly DataKey[],
) {
  const file = dataKeyFileOf(config)
  const draft = `${file}-new`
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const handle = openDraft(draft)
  try {
    const keys = change(existsSync(file) ? readDataKeys(config) : [])
    writeFileSync(handle, keys.map(({ key }) => `${key}\n`).join(''), { flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

function openDraft(draft: string) {
  try {
    return openSync(draft, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`Another process changes the data keys. If it was killed, delete ${draft}`)
  }
}

/**
 * The keys as they are now, the first of which seals; one is made up at the first start. Processes that serve see it
 * when a command changes the file.
 */
export function openDataKeys(config: KeyConfig): DataKeys {
  const file = dataKeyFileOf(config)
  const read = () => readDataKeys(config) as [DataKey, ...DataKey[]]
  if (config.dataKeys.length > 0) {
    const given = read()
    return () => given
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) storeNewSecret(file)
  const changeOf = () => {
    const { ino, mtimeMs } = statSync(file)
    return `${ino} ${mtimeMs}`
  }
  let known = { change: changeOf(), keys: read() }
  return () => {
    const change = changeOf()
    if (change !== known.change) known = { change, keys: read() }
    return known.keys
  }
}

const name = 'data keys'

/** The ids of the keys that the files and rows of a database may be sealed with. */
export async function findDataKeyIds(database: Database) {
  const ids = await findSystemValue(database, name)
  return ids?.split(' ').filter(Boolean) ?? []
}

/**
 * Checks that this process has all keys that files may be sealed with, and notes the one that it seals with.
 * @throws one line that says what to do
 */
export async function checkDataKeys(database: Database, config: KeyConfig) {
  const keys = readDataKeys(config)
  await database.transaction().execute(async (transaction) => {
    const ids = await lockDataKeyIds(transaction)
    const missing = ids.filter((id) => !keys.some((key) => key.id === id))
    if (missing.length > 0) {
      throw new Error(
        `${sourceOfDataKeys(config)} lacks the key ${missing.join(' and ')} that resumes of this database are sealed with. Put it back: other machines have it, and so has every backup. If it is lost for good, npm run data-key -- remove ${missing[0]} --lost`,
      )
    }
    const [first] = keys
    if (first && !ids.includes(first.id)) await setDataKeyIds(transaction, [...ids, first.id])
  })
}

const noted = new WeakMap<Database, string>()

/**
 * The key that seals rows now. It is noted before it is used, should a command have made it since this process began.
 */
export async function findSealingKey(services: { database: Database; dataKeys: DataKeys }) {
  const { database, dataKeys } = services
  const [first] = dataKeys()
  if (noted.get(database) === first.id) return first
  await database.transaction().execute(async (transaction) => {
    const ids = await lockDataKeyIds(transaction)
    if (!ids.includes(first.id)) await setDataKeyIds(transaction, [...ids, first.id])
  })
  noted.set(database, first.id)
  return first
}

/** Whether a key was not taken away: in the statement that writes what it has sealed. */
export const isKeyInUse = ({ id }: DataKey) =>
  sql<SqlBool>`exists (select 1 from system_values
    where name = ${name} and ' ' || value || ' ' like ${`% ${id} %`})`

/** Whether an error tells of a key that was given up as lost: nobody can open what it sealed any more. */
export const isGivenUp = async (database: Database, error: unknown) =>
  error instanceof MissingDataKey && !(await findDataKeyIds(database)).includes(error.id)

/** How long all who write may have to wait for the locks; PostgreSQL looks for deadlocks after a second. */
const lockMsMax = 300
const [pauseMs, triesMax] = [200, 60]

/**
 * Forgets a key that nothing is sealed with any more.
 * @param check refuses: it finds all that was written with the key, since those who write wait, and find it gone
 * @throws one line while others don't stop writing
 */
export async function unregisterDataKey(
  database: Database,
  id: string,
  check: (database: Database) => Promise<unknown>,
) {
  // What is refused anyway keeps nobody waiting.
  await check(database)
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(async (transaction) => {
        await lockSealed(transaction)
        const ids = await lockDataKeyIds(transaction)
        await check(transaction)
        await setDataKeyIds(
          transaction,
          ids.filter((one) => one !== id),
        )
      })
    } catch (error) {
      if (!isLockedOut(error)) throw error
      if (tries === triesMax) throw new Error('Others write all the time: please try again later')
    }
    await wait(pauseMs)
  }
}

/** Waits for those who write what is sealed, and keeps others from it. */
const lockSealed = (transaction: Database) =>
  lockTables(transaction, ['applications', 'trash', 'resume_texts'], lockMsMax)

/** Locks the list of keys: processes that start at once come one after the other. */
async function lockDataKeyIds(transaction: Database) {
  await transaction
    .insertInto('system_values')
    .values({ name, value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute()
  return findDataKeyIds(transaction)
}

const setDataKeyIds = (transaction: Database, ids: readonly string[]) =>
  transaction
    .updateTable('system_values')
    .set({ value: ids.join(' ') })
    .where('name', '=', name)
    .execute()

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUnreachable } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { withStoredFile } from '../documents/stored-file.ts'
import type { Services } from '../http/context.ts'
import { type OnSealed, type Sealing, sealEach } from '../security/seal-each.ts'
import { removeFile, replacedName, sha256Of } from './files.ts'
import { isDue, putOffFile, triesMax } from './put-off-file.ts'
import { isSealing } from './sealed-storage.ts'

type Sealer = Pick<Services, 'database' | 'storage' | 'now' | 'log'>
type StoredFile = { id: number; key: string; type: string; size_bytes: number; sha256: string }

const pageSize = 100
/** The upkeep takes away as many copies that are not needed any more. */
const sealedAtOnce = 500

const isPlain = sql<SqlBool>`key like 'resumes/%'`
/** A key is `sealed/`, the id of its data key in twelve signs, and a name. */
const dataKeyId = sql<string>`case when key like 'sealed/%' then substr(key, 8, 12) else '' end`

/** The numbers of resumes by the id of the data key that they are sealed with; empty for those that are not yet. */
export async function countSealedFiles(database: Database): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('files')
    .select([dataKeyId.as('id'), (select) => select.fn.countAll<number>().as('count')])
    .where(sql<SqlBool>`${isPlain} or key like 'sealed/%'`)
    .groupBy(dataKeyId)
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * Seals all resumes with a data key that are not: those that are stored as they are, and those with another key.
 * @param onSealed is told of each hundred: how many are sealed, and how many could not be
 */
export const sealAllFiles = (services: Sealer, id: string, onSealed: OnSealed) =>
  sealFiles(services, sql<SqlBool>`(${isPlain} or key like 'sealed/%') and ${dataKeyId} <> ${id}`, {
    onSealed,
  })

const done = new WeakSet<Database>()

/**
 * Seals some of the resumes that an earlier version has stored as they are. Part of the upkeep. One that can't be
 * sealed is put off, and after four tries within a good day left as it is; `npm run data-key` tries it again.
 * @throws Unreachable while the storage does not answer: then the rest waits, and no try counts
 */
export async function sealPlainFiles(services: Sealer) {
  if (done.has(services.database) || !(await isSealing(services, 'files'))) return 0
  const isLeft = sql<SqlBool>`${isPlain} and tries < ${triesMax}`
  const isWanted = sql<SqlBool>`${isLeft} and ${isDue(services.now())}`
  const { sealed, failed } = await sealFiles(services, isWanted, {
    max: sealedAtOnce,
    async onFailed({ id }, err) {
      if (isUnreachable(err)) throw err
      await putOffFile(services, { id, err, task: 'seal' })
    },
  })
  // From now on there are no more, unless some were put off.
  if (sealed + failed === 0 && !(await hasClaimed(services.database, isLeft))) {
    done.add(services.database)
  }
  return sealed
}

const hasClaimed = async (database: Database, isWanted: RawBuilder<SqlBool>) =>
  (await database
    .selectFrom('files')
    .select('id')
    .where('claimed_at', 'is not', null)
    .where(isWanted)
    .limit(1)
    .executeTakeFirst()) !== undefined

const sealFiles = (
  services: Sealer,
  isWanted: RawBuilder<SqlBool>,
  options: Pick<Sealing<StoredFile>, 'max' | 'onSealed' | 'onFailed'>,
) =>
  sealEach<StoredFile>({
    log: services.log,
    what: 'file',
    find: (after) =>
      services.database
        .selectFrom('files')
        .select(['id', 'key', 'type', 'size_bytes', 'sha256'])
        .where('id', '>', after)
        .where('claimed_at', 'is not', null)
        .where(isWanted)
        .orderBy('id')
        .limit(pageSize)
        .execute(),
    seal: (file) => sealFile(services, file),
    ...options,
  })

/**
 * Seals a copy of a file, and has its row name the copy. Whoever is reading the file goes on with what was there: it is
 * left to the upkeep, as a file that nobody has claimed, or goes with the file. So is the copy of a process that
 * dies.
 * @returns false where the file was deleted meanwhile
 */
async function sealFile(services: Sealer, file: StoredFile) {
  const { database, storage, now } = services
  const { id, key: before, ...content } = file
  const unclaimed = { ...content, name: '', created_at: now().toISOString(), claimed_at: null }
  const key = storage.sealedKey()
  const copy = await withStoredFile(storage, before, async (path) => {
    if ((await sha256Of(path)) !== file.sha256) throw new Error('It is not what was uploaded')
    const noted = await database
      .insertInto('files')
      .values({ ...unclaimed, key })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storage.store({ path }, key, file.type)
    return noted
  })
  const isSealed = await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('files')
      .set({ key: `moved/${key}` })
      .where('id', '=', copy.id)
      .where('key', '=', key)
      .where('claimed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error('Its copy was removed before it was used')
    const moved = await transaction
      .updateTable('files')
      .set({ key })
      .where('id', '=', id)
      .where('key', '=', before)
      .where('claimed_at', 'is not', null)
      .executeTakeFirst()
    await transaction
      .updateTable('files')
      .set(moved.numUpdatedRows === 0n ? { key } : { key: before, name: replacedName })
      .where('id', '=', copy.id)
      .execute()
    return moved.numUpdatedRows > 0n
  })
  if (!isSealed) await removeFile(services, { id: copy.id, key })
  return isSealed
}

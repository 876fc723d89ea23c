import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Transaction } from 'kysely'
import { isUnreachable } from '#database/errors.ts'
import { prepareInsert, prepareQuery, type Slots } from '#database/prepared.ts'
import type { Tables } from '#database/tables.ts'
import { allDone } from '#shared/all-done.ts'
import { hourMs } from '#shared/durations.ts'
import type { ResumeWarning } from '#shared/resume-warnings.ts'
import type { Services } from '../http/context.ts'
import { traced } from '../tracing.ts'
import { isDue, putOffFile } from './put-off-file.ts'
import { isSealing, sealedFolder } from './sealed-storage.ts'
import type { Content } from './storage.ts'

/** How long a file may stay unclaimed or in the spool: longer than any request lasts. */
export const unclaimedMsMax = hourMs

const fileFolders = ['resumes', 'images', 'certificates'] as const
type FileFolder = (typeof fileFolders)[number]
/** What is stored here is of people, and sealed. Pictures are public. */
const sealedFolders: readonly FileFolder[] = ['resumes']
/** All folders that keys of files begin with. */
export const storedFolders = [sealedFolder, ...fileFolders] as const

export type NewFile = {
  content: Content
  folder: FileFolder
  name: string
  type: string
  sizeBytes: number
  sha256: string
  /** What staff should know before they open it. */
  warnings?: readonly ResumeWarning[]
}

/**
 * Stores a file durably under a generated key. Its row is written before it is there under its key, so that the
 * upkeep finds it after a crash. The transaction that needs the file must claim it.
 */
export async function storeFile(services: Services, file: NewFile) {
  const isSealed = sealedFolders.includes(file.folder) && (await isSealing(services, 'files'))
  const key = isSealed ? services.storage.sealedKey() : `${file.folder}/${randomUUID()}`
  const noted = insertFile(services.database, {
    key,
    name: displayName(file.name),
    type: file.type,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    warnings: file.warnings?.join(' ') ?? '',
    created_at: services.now().toISOString(),
  })
  const stored = traced('store file', () =>
    services.storage.store(file.content, key, file.type, noted),
  )
  const [id] = await allDone([noted, stored])
  return { id, key }
}

const insertFile = prepareInsert('files')

/** Marks a stored file as needed by the row that the transaction writes. @throws when it was removed before */
export async function claimFile(transaction: Transaction<Tables>, id: number, now: string) {
  const [claimed] = await claimUnclaimed(transaction, { id, now })
  if (!claimed) throw new Error(`File ${id} was removed before it was claimed`)
}

const claimUnclaimed = prepareQuery((database, { id, now }: Slots<{ id: number; now: string }>) =>
  database
    .updateTable('files')
    .set({ claimed_at: now })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .returning('id'),
)

/** The name of what a file was before it was sealed anew. No visitor's file has it: theirs have no folders. */
export const replacedName = '/replaced'

/**
 * Lets go of files in the transaction that deletes what needed them.
 * @returns them and what they were before they were sealed anew, to be removed after its commit
 */
export async function releaseFiles(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const released = await transaction
    .updateTable('files')
    // Tries to seal it have nothing to do with those to remove it.
    .set({ claimed_at: null, tries: 0, retry_at: null })
    .where('id', 'in', ids)
    .returning(['id', 'key', 'sha256'])
    .execute()
  const replaced = await transaction
    .selectFrom('files')
    .select(['id', 'key', 'sha256'])
    .where('claimed_at', 'is', null)
    .where('name', '=', replacedName)
    .where(
      'sha256',
      'in',
      released.map(({ sha256 }) => sha256),
    )
    .execute()
  return [...released, ...replaced]
}

/**
 * Removes a file unless it is claimed: first its bytes, then its row, so that no bytes are ever without a row but after
 * a restore, which gives them one (`noteFilesWithoutRow`). A commit of unknown outcome may have claimed the file, or
 * still hold its lock: the update waits for that.
 */
export async function removeFile(
  services: Pick<Services, 'database' | 'storage'>,
  file: { id: number; key: string },
) {
  const { numUpdatedRows } = await services.database
    .updateTable('files')
    .set({ claimed_at: null })
    .where('id', '=', file.id)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await services.storage.delete(file.key)
  await services.database
    .deleteFrom('files')
    .where('id', '=', file.id)
    .where('claimed_at', 'is', null)
    .execute()
}

const removedAtOnce = 500
/** The rest is left to the next upkeep. */
const removedMax = 20_000

/**
 * Removes the unclaimed stored files of interrupted requests, and what files were before they were sealed anew. One that
 * can't be removed is put off, and holds up no other; while the storage does not answer, the rest waits.
 * @returns how many were removed
 */
export async function removeUnclaimedFiles(services: Services, olderThanMs = unclaimedMsMax) {
  let removed = 0
  for (let tried = 0; tried < removedMax; ) {
    const files = await findUnclaimed(services, olderThanMs)
    for (const file of files) {
      try {
        await removeFile(services, file)
        removed += 1
      } catch (err) {
        if (isUnreachable(err)) {
          services.log.warn({ err }, 'unclaimed files not removed yet')
          return removed
        }
        await putOffFile(services, { id: file.id, err, task: 'remove' })
      }
    }
    tried += files.length
    if (files.length < removedAtOnce) break
  }
  return removed
}

function findUnclaimed({ database, now }: Services, olderThanMs: number) {
  const before = new Date(now().getTime() - olderThanMs).toISOString()
  return database
    .selectFrom('files')
    .select(['id', 'key'])
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', before)
    .where(isDue(now()))
    .limit(removedAtOnce)
    .execute()
}

/** The SHA-256 of a file on disk, in hexadecimal. */
export async function sha256Of(path: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** A visitor's file name without folders and control characters, at most 150 characters. */
function displayName(name: string) {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...clean].slice(-150).join('') || 'file'
}

/** Headers of a stored file: always a download, so that no browser runs or renders hostile content. */
export const downloadHeaders = (file: { name: string; type: string; size_bytes: number }) => ({
  'content-type': file.type,
  'content-length': String(file.size_bytes),
  'content-disposition': attachment(file.name),
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
})

/** A Content-Disposition header (RFC 6266): the exact name, and an ASCII fallback for old clients. */
export function attachment(name: string) {
  const plain = name.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

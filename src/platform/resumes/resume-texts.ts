import { sql, type Transaction } from 'kysely'
import { isUnreachable } from '#database/errors.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import { storeResumeText } from '#database/resume-index.ts'
import type { Tables } from '#database/tables.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { ResumeWarning } from '#shared/resume-warnings.ts'
import { takeSlot } from '../background/machine-slots.ts'
import { repeatLogged } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { findKeyFor, requireKeyInUse, sealRow } from '../security/sealed-columns.ts'
import { openTextReader } from './text-apart.ts'

/** When a resume is tried again whose process died while it was read: longer than that takes. */
const waitMs = 10 * minuteMs
/** How long after each failed try the next one follows. After the last the text is given up, and the resume marked. */
const waitsMs = [waitMs, 2 * hourMs, dayMs]
const triesMax = waitsMs.length + 1
const unread: ResumeWarning = 'UNREAD'
const checkEveryMs = 5_000

/**
 * Makes the text of a resume be read in the background, unless it is there. Call it in the transaction that needs the
 * file.
 */
export const queueResumeText = (transaction: Transaction<Tables>, fileId: number, now: string) =>
  queueText(transaction, { fileId, now })

const queueText = prepareQuery(
  (database, { fileId, now }: Slots<{ fileId: number; now: string }>) =>
    database
      .insertInto('resume_texts')
      .values({ file_id: fileId, next_try_at: now })
      .onConflict((conflict) => conflict.column('file_id').doNothing()),
)

/**
 * Reads the resumes that are due, the latest first, one after the other. Each is claimed by one process at a time;
 * should that die, it is due again. While the storage is gone, a round ends with the first, whose try doesn't count; one
 * that the storage refuses costs a try, and holds up no other.
 * @param stop the one under way is left for later, once it is aborted
 * @returns how many were read
 */
export async function readDueResumes(services: Services, stop?: AbortSignal) {
  let read = 0
  const reader = openTextReader(services, { signal: stop })
  try {
    while (!stop?.aborted) {
      const claimed = await claimNext(services)
      if (claimed === undefined) break
      try {
        // The last try ended with its process.
        if (claimed.attempts > triesMax) throw new Error('The process that read it ended')
        await readResume(services, reader, claimed.fileId)
        read += 1
      } catch (err) {
        const isOutage = isUnreachable(err)
        if (isOutage || stop?.aborted) await giveTryBack(services, claimed.fileId)
        else await putOff(services, claimed, err)
        if (isOutage) break
      }
    }
  } finally {
    await reader.close()
  }
  return read
}

async function claimNext({ database, now }: Services) {
  const at = now()
  return database
    .updateTable('resume_texts')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_try_at: new Date(at.getTime() + waitMs).toISOString(),
    }))
    .where('file_id', '=', (due) =>
      due
        .selectFrom('resume_texts')
        .select('file_id')
        .where('next_try_at', '<=', at.toISOString())
        .orderBy('file_id', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['file_id as fileId', 'attempts'])
    .executeTakeFirst()
}

/** After the last try the text is given up, which staff see beside the resume. */
async function putOff(
  { database, log, now }: Services,
  { fileId: file, attempts }: { fileId: number; attempts: number },
  err: unknown,
) {
  const wait = waitsMs[attempts - 1]
  if (wait === undefined) log.error({ err, file }, 'text of a resume given up')
  else log.warn({ err, file }, 'text of a resume not read')
  const next_try_at = wait === undefined ? null : new Date(now().getTime() + wait).toISOString()
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('resume_texts')
      .set({ next_try_at })
      .where('file_id', '=', file)
      .execute()
    if (wait !== undefined) return
    await transaction
      .updateTable('files')
      .set({ warnings: sql<string>`trim(warnings || ${` ${unread}`})` })
      .where('id', '=', file)
      .execute()
  })
}

const giveTryBack = ({ database }: Services, fileId: number) =>
  database
    .updateTable('resume_texts')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('file_id', '=', fileId)
    .where('attempts', '>', 0)
    .execute()

async function readResume(
  services: Services,
  reader: ReturnType<typeof openTextReader>,
  fileId: number,
) {
  const file = await services.database
    .selectFrom('files')
    .select(['key', 'type'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) return
  const found = await reader.read(file)
  await storeSealedText(services, fileId, 'text' in found ? found.text : '')
}

/** Stores the text of a resume sealed, with the index of its words. */
export async function storeSealedText(
  services: Pick<Services, 'database' | 'dataKeys' | 'now'>,
  fileId: number,
  text: string,
) {
  const key = await findKeyFor(services, 'texts of resumes')
  const kept = text && key ? sealRow('resume_texts', { file_id: fileId, text }, key).text : text
  await services.database.transaction().execute(async (transaction) => {
    await storeResumeText(transaction, fileId, text, kept)
    await requireKeyInUse(transaction, kept)
  })
}

/**
 * As `readDueResumes`, by one process of a machine at a time: what reads them takes up to 384 MB.
 * @returns 0 also while another process reads
 */
export async function readInTurn(services: Services, stop?: AbortSignal) {
  const slot = await takeSlot('resumes', 1)
  if (!slot) return 0
  try {
    return await readDueResumes(services, stop)
  } finally {
    slot.release()
  }
}

/** Starts to read the resumes that are due, also those from before. @returns a function that stops */
export function startResumeTexts(services: Services) {
  const stop = new AbortController()
  const stopReading = repeatLogged(
    services.log,
    'resumes not read',
    () => readInTurn(services, stop.signal),
    checkEveryMs,
  )
  return async () => {
    stop.abort()
    await stopReading()
  }
}

import type { RequestContext } from '../http/context.ts'
import { gone, notFound } from '../http/errors.ts'
import { writeAudit } from '../security/audit-log.ts'
import { isGivenUp } from '../security/data-keys.ts'
import { downloadHeaders } from '../storage/files.ts'

/** Whose resume it is. */
type Owner = { owner: 'application' | 'talent'; id: number }

/**
 * Opens a resume, and writes down who has: not before the storage gives it, and nobody gets it without that line.
 * @param file none where its owner was not found
 * @param read what is given of it
 * @throws 404; 410 where the data key of the file was given up as lost; as the storage's `read`
 */
export async function openResume<File extends { key: string }, Given extends object>(
  context: RequestContext,
  { owner, id }: Owner,
  file: File | null | undefined,
  read: (file: File) => Promise<Given>,
): Promise<Given> {
  if (!file) throw notFound(`This ${owner}`)
  try {
    context.storage.requireDataKey(file.key)
  } catch (error) {
    if (!(await isGivenUp(context.database, error))) throw error
    throw gone(
      'Nobody can open this file any more: the key that it was encrypted with was lost. Please ask for it again.',
    )
  }
  const given = await read(file)
  try {
    const line = { action: 'opened', target: `resume of ${owner}`, id } as const
    await writeAudit(context.database, context, line)
  } catch (error) {
    if ('body' in given && given.body instanceof ReadableStream) await given.body.cancel()
    throw error
  }
  return given
}

type StoredFile = { key: string; name: string; type: string; size_bytes: number }

/** Opens a resume as the response of its download. @throws as `openResume` */
export const downloadResume = (
  context: RequestContext,
  of: Owner,
  found: StoredFile | null | undefined,
) =>
  openResume(context, of, found, async (file) => ({
    headers: downloadHeaders(file),
    body: await context.storage.read(file.key),
  }))

import type { RequestContext } from '../http/context.ts'
import { gone, notFound } from '../http/errors.ts'
import { writeAudit } from '../security/audit-log.ts'
import { isGivenUp } from '../security/data-keys.ts'

/**
 * Writes down who opens a resume.
 * @param file none where its owner was not found
 * @throws 404; 410 where the data key of the file was given up as lost
 */
export async function openResume<File extends { key: string }>(
  context: RequestContext,
  owner: 'application' | 'talent',
  id: number,
  file: File | null | undefined,
) {
  if (!file) throw notFound(`This ${owner}`)
  try {
    context.storage.requireDataKey(file.key)
  } catch (error) {
    if (!(await isGivenUp(context.database, error))) throw error
    throw gone(
      'Nobody can open this file any more: the key that it was encrypted with was lost. Please ask for it again.',
    )
  }
  const line = { action: 'opened', target: `resume of ${owner}`, id } as const
  await writeAudit(context.database, context, line)
  return file
}

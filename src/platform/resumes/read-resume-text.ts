import { open } from 'node:fs/promises'
import { withStoredFile } from '../documents/stored-file.ts'
import type { Services } from '../http/context.ts'
import { wordReaders } from './text-readers.ts'

/** The text of a stored resume, or why there is none. @param file as the files table has it */
export async function readResumeText(
  { storage }: Pick<Services, 'storage'>,
  file: { key: string; type: string },
): Promise<{ text: string; problem: string }> {
  const read = wordReaders[file.type]
  if (!read) return { text: '', problem: 'This kind of file shows once downloaded.' }
  return withStoredFile(storage, file.key, async (path) => {
    const handle = await open(path)
    try {
      const text = await read(handle)
      return { text, problem: text ? '' : 'There is no text in this document.' }
    } catch {
      return { text: '', problem: 'This document seems to be broken: its text cannot be read.' }
    } finally {
      await handle.close()
    }
  })
}

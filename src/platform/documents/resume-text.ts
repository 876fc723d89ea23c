import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../http/context.ts'
import { readWordText } from './word-text.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The text of a stored resume, or why there is none. @param file as the files table has it */
export async function readResumeText(
  { storage }: Pick<Services, 'storage'>,
  file: { key: string; type: string },
): Promise<{ text: string; problem: string }> {
  if (file.type !== docx) return { text: '', problem: 'This kind of file shows once downloaded.' }
  // The clean-up empties this folder when the process was killed.
  const path = join(storage.spoolDir, `text-${randomUUID()}`)
  try {
    const content = Readable.fromWeb((await storage.read(file.key)) as never)
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    const handle = await open(path)
    try {
      const text = await readWordText(handle)
      return { text, problem: text ? '' : 'There is no text in this document.' }
    } catch {
      return { text: '', problem: 'This document seems to be broken: its text cannot be read.' }
    } finally {
      await handle.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}

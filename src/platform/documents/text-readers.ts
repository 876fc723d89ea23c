import type { FileHandle } from 'node:fs/promises'
import { readOldWordText } from './old-word-text.ts'
import { readWordText } from './word-text.ts'

/** The types of resumes whose text is read while somebody waits for it: in steps, or in a few milliseconds. */
export const wordReaders: Readonly<Record<string, (file: FileHandle) => Promise<string>>> = {
  'application/msword': readOldWordText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readWordText,
}

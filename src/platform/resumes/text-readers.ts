import type { FileHandle } from 'node:fs/promises'
import { resumeTypes } from '#shared/resume.ts'
import { readOldWordText } from '../documents/old-word-text.ts'
import { readWordText } from '../documents/word-text.ts'

/** The types of resumes whose text is read while somebody waits for it: in steps, or in a few milliseconds. */
export const wordReaders: Readonly<Record<string, (file: FileHandle) => Promise<string>>> = {
  [resumeTypes['.doc']]: readOldWordText,
  [resumeTypes['.docx']]: readWordText,
}

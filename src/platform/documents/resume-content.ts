import { type FileHandle, open } from 'node:fs/promises'
import { resumeExtensionOf, resumeMessages, validateResume } from '#shared/validation.ts'
import { isWordDocument } from './word-document.ts'

const types = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

/**
 * Determines a resume's type from its content; the file name proves nothing.
 * @param path the uploaded file on disk
 * @returns its media type, or the message for the applicant
 */
export async function inspectResume(
  path: string,
  file: { name: string; size: number },
): Promise<{ type: string } | { problem: string }> {
  const extension = resumeExtensionOf(file.name)
  const problem = validateResume(file)
  if (problem || !extension) return { problem: problem ?? resumeMessages.resumeType }
  const handle = await open(path)
  try {
    if (await isOfExtension[extension](handle, file.size)) return { type: types[extension] }
    return { problem: resumeMessages.resumeType }
  } finally {
    await handle.close()
  }
}

type Test = (handle: FileHandle, size: number) => Promise<boolean>

const isOfExtension: Record<keyof typeof types, Test> = {
  '.pdf': async (handle, size) => {
    const head = await bytesAt(handle, 0, 1024)
    const tail = await bytesAt(handle, Math.max(0, size - 4096), 4096)
    return head.includes('%PDF-') && tail.includes('%%EOF')
  },
  '.doc': async (handle, size) => {
    const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    const head = await bytesAt(handle, 0, 8)
    return (
      head.equals(signature) &&
      (await hasText(handle, size, Buffer.from('WordDocument', 'utf16le')))
    )
  },
  '.docx': (handle) => isWordDocument(handle),
}

async function bytesAt(handle: FileHandle, position: number, length: number) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Searches the file in chunks that overlap, so that a chunk boundary can't split the text. */
async function hasText(handle: FileHandle, size: number, text: Buffer) {
  const step = 256 * 1024
  for (let position = 0; position < size; position += step) {
    const chunk = await bytesAt(handle, position, step + text.length)
    if (chunk.includes(text)) return true
  }
  return false
}

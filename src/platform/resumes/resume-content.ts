import { open } from 'node:fs/promises'
import {
  type ResumeExtension,
  resumeExtensionOf,
  resumeMessages,
  resumeTypes,
  validateResume,
} from '#shared/resume.ts'
import type { ResumeWarning } from '#shared/resume-warnings.ts'
import { compoundSignature } from '../documents/compound-file.ts'
import { findPdfCode } from '../documents/pdf-code.ts'
import { bytesAt, fileInMemory, type ReadableFile } from '../documents/readable-file.ts'
import { scanForViruses } from '../documents/virus-scan.ts'
import { inspectWordDocument } from '../documents/word-document.ts'
import type { Services } from '../http/context.ts'
import type { Content } from '../storage/storage.ts'

type Inspected = { warnings: ResumeWarning[] } | { problem: string }

/**
 * Determines a resume's type from its content; the file name proves nothing. Refuses what runs by itself and what the
 * virus scanner finds, and warns of what staff should know before they open the file.
 * @param content the uploaded file
 * @returns its media type and warnings, or the message for the applicant
 */
export async function inspectResume(
  services: Pick<Services, 'config' | 'log'>,
  content: Content,
  file: { name: string; size: number },
): Promise<{ type: string; warnings: ResumeWarning[] } | { problem: string }> {
  const extension = resumeExtensionOf(file.name)
  const problem = validateResume(file)
  if (problem || !extension) return { problem: problem ?? resumeMessages.resumeType }
  const inspected = await inspectContent(content, extension, file.size)
  if ('problem' in inspected) return inspected
  const scan = await scanForViruses(services, content)
  if (scan === 'infected') return { problem: resumeMessages.resumeVirus }
  if (scan === 'unscanned') inspected.warnings.push('UNSCANNED')
  return { type: resumeTypes[extension], ...inspected }
}

async function inspectContent(content: Content, extension: ResumeExtension, size: number) {
  if ('bytes' in content) return inspectors[extension](fileInMemory(content.bytes), size)
  const handle = await open(content.path)
  try {
    return await inspectors[extension](handle, size)
  } finally {
    await handle.close()
  }
}

const otherType = { problem: resumeMessages.resumeType }

const inspectors: Record<
  ResumeExtension,
  (handle: ReadableFile, size: number) => Promise<Inspected>
> = {
  '.pdf': async (handle, size) => {
    const head = await bytesAt(handle, 0, 1024)
    const tail = await bytesAt(handle, Math.max(0, size - 4096), 4096)
    if (!head.includes('%PDF-') || !tail.includes('%%EOF')) return otherType
    const code = await findPdfCode(handle, size)
    if (code.isRunAtOpening) return { problem: resumeMessages.resumeScript }
    return { warnings: warningsOf({ SCRIPT: code.hasCode, UNCHECKED: code.isUnreadable }) }
  },
  '.doc': async (handle, size) => {
    const head = await bytesAt(handle, 0, 8)
    const has = (text: string) => hasText(handle, size, Buffer.from(text, 'utf16le'))
    if (!head.equals(compoundSignature) || !(await has('WordDocument'))) return otherType
    return { warnings: warningsOf({ MACROS: await has('_VBA_PROJECT') }) }
  },
  '.docx': async (handle) => {
    const document = await inspectWordDocument(handle)
    if (!document) return otherType
    // Word itself saves no macros in a DOCX: who renames them hides them.
    if (document.hasMacros) return { problem: resumeMessages.resumeMacros }
    return { warnings: warningsOf({ EXTERNAL: document.fetchesFromElsewhere }) }
  },
}

const warningsOf = (found: Partial<Record<ResumeWarning, boolean>>) =>
  (Object.keys(found) as ResumeWarning[]).filter((warning) => found[warning])

/** Searches the file in chunks that overlap, so that a chunk boundary can't split the text. */
async function hasText(handle: ReadableFile, size: number, text: Buffer) {
  const step = 256 * 1024
  for (let position = 0; position < size; position += step) {
    const chunk = await bytesAt(handle, position, step + text.length)
    if (chunk.includes(text)) return true
  }
  return false
}

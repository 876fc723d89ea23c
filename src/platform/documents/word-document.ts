import type { FileHandle } from 'node:fs/promises'
import { zipParts } from './zip.ts'

/** More than any resume unpacks to, and little enough to unpack in passing. */
const unpackedBytesMax = 100 * 1024 * 1024
const partsMax = 2_000
const mainType =
  /["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/
const macroType = 'application/vnd.ms-office.vbaProject'
const contentTypes = '[Content_Types].xml'
/** More than any list of parts, and little enough to keep in memory. */
const declarationLengthMax = 1024 * 1024

/**
 * Whether the file is a Word document without macros: a zip with the parts of one, every part of which
 * unpacks to the size it declares, all together within a limit.
 */
export async function isWordDocument(file: FileHandle): Promise<boolean> {
  try {
    const names = new Set<string>()
    let unpackedBytes = 0
    let declaration = ''
    for await (const part of zipParts(file)) {
      unpackedBytes += part.size
      if (unpackedBytes > unpackedBytesMax || names.size > partsMax) return false
      if (names.has(part.name) || /vbaProject\.bin$/i.test(part.name)) return false
      names.add(part.name)
      // Reading every part proves that none unpacks to more than it declares.
      for await (const chunk of part.read()) {
        if (part.name !== contentTypes) continue
        if (declaration.length > declarationLengthMax) return false
        declaration += String(chunk)
      }
    }
    return !declaration.includes(macroType) && names.has(mainPartOf(declaration))
  } catch {
    // Whatever a broken or hostile zip makes the reader throw, it is no Word document.
    return false
  }
}

/** The part that is the document: mostly word/document.xml, but Word in the browser also saves document2.xml. */
function mainPartOf(declaration: string) {
  // Tag by tag: one pattern for all of it would take seconds over a hostile declaration.
  const tags = declaration.match(/<[^<>]*>/g) ?? []
  const main = tags.find((tag) => mainType.test(tag)) ?? ''
  return /\bPartName\s*=\s*["']\/([^"']+)["']/.exec(main)?.[1] ?? ''
}

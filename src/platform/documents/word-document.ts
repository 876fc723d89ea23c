import type { FileHandle } from 'node:fs/promises'
import { zipParts } from './zip.ts'

/** Larger than any real resume, small enough to unpack during a request. */
const unpackedBytesMax = 100 * 1024 * 1024
const partsMax = 2_000
const mainType =
  /["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/
const macroType = 'application/vnd.ms-office.vbaProject'
const contentTypes = '[Content_Types].xml'
/** Larger than any real list of parts, small enough to hold in memory. */
const declarationLengthMax = 1024 * 1024

/**
 * Whether the file is a Word document without macros: a zip that declares a main document, whose parts all unpack to
 * their declared sizes, within a limit for the total.
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
      // Unpacking every part proves that none is larger than declared (a zip bomb).
      for await (const chunk of part.read()) {
        if (part.name !== contentTypes) continue
        if (declaration.length > declarationLengthMax) return false
        declaration += String(chunk)
      }
    }
    return !declaration.includes(macroType) && names.has(mainPartOf(declaration))
  } catch {
    // Any error of the zip reader means that the file is broken or hostile.
    return false
  }
}

/** The main part's path: usually word/document.xml, but Word in the browser also saves document2.xml. */
function mainPartOf(declaration: string) {
  // Matches tag by tag: one pattern over the whole text could take seconds on hostile input.
  const tags = declaration.match(/<[^<>]*>/g) ?? []
  const main = tags.find((tag) => mainType.test(tag)) ?? ''
  return /\bPartName\s*=\s*["']\/([^"']+)["']/.exec(main)?.[1] ?? ''
}

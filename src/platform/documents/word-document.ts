import type { ReadableFile } from './readable-file.ts'
import { zipParts } from './zip.ts'

/** Larger than any real resume, small enough to unpack during a request. */
const unpackedBytesMax = 100 * 1024 * 1024
/** Ten times those of a real resume with pictures. */
const partsMax = 500
const mainType =
  /["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/
/** The macros' content type, or the relationship by which Word finds them, whatever their part is called. */
const macroTypes = /vnd\.ms-office\.vbaProject|\/office\/\d+\/relationships\/vbaProject/i
export const contentTypes = '[Content_Types].xml'
/** Larger than any real lists of parts and relationships, small enough to hold in memory. */
export const listBytesMax = 1024 * 1024

/** What Word fetches and uses without a click; links and pictures are everyday things. */
const fetchedTypes = /\/(attachedTemplate|oleObject|subDocument|frame|aFChunk)["']/i
/** A drive, this computer, or a name without a folder: where honest templates lie. */
const localTarget =
  /^(file:\/\/(localhost)?\/(?![\\/])|[a-z]:[\\/]|(?![a-z][a-z\d+.-]+:|[\\/]{2}))/i

export type WordDocument = { hasMacros: boolean; fetchesFromElsewhere: boolean }

/**
 * Inspects a Word document: a zip that declares a main document, whose parts all unpack to their declared sizes, within
 * a limit for the total.
 * @returns null when it is none
 */
export async function inspectWordDocument(file: ReadableFile): Promise<WordDocument | null> {
  try {
    const names = new Set<string>()
    const relationships: string[] = []
    let unpackedBytes = 0
    let listBytes = 0
    let declaration = ''
    for await (const part of zipParts(file)) {
      unpackedBytes += part.size
      if (unpackedBytes > unpackedBytesMax || names.size > partsMax) return null
      if (names.has(part.name)) return null
      names.add(part.name)
      const isDeclaration = part.name === contentTypes
      const isList = isDeclaration || /\.rels$/i.test(part.name)
      const chunks: Buffer[] = []
      // Unpacking every part proves that none is larger than declared (a zip bomb).
      for await (const chunk of part.read()) {
        if (!isList) continue
        listBytes += chunk.length
        if (listBytes > listBytesMax) return null
        chunks.push(chunk)
      }
      if (isDeclaration) declaration = plainXml(Buffer.concat(chunks))
      else if (isList) relationships.push(plainXml(Buffer.concat(chunks)))
    }
    if (!names.has(mainPartOf(declaration))) return null
    const tags = relationships.flatMap(tagsOf)
    return {
      hasMacros:
        [...names].some((name) => /vbaProject\.bin$/i.test(name)) ||
        [declaration, ...relationships].some((text) => macroTypes.test(text)),
      fetchesFromElsewhere: tags.some(isFetched),
    }
  } catch {
    // Any error of the zip reader means that the file is broken or hostile.
    return null
  }
}

/** The text of XML, which may be UTF-16 and spell any character as a reference. */
export const plainXml = (bytes: Buffer) =>
  withoutReferences(new TextDecoder(encodingOf(bytes)).decode(bytes))

/** The encoding of XML. @param start its first bytes, or all of them */
export function encodingOf(start: Buffer) {
  const isUtf16 = start.subarray(0, 4).includes(0) || (start[0] ?? 0) >= 0xfe
  const isBigEndian = start[0] === 0 || start[0] === 0xfe
  return isUtf16 ? (isBigEndian ? 'utf-16be' : 'utf-16le') : 'utf-8'
}

/** Replaces numeric references by their characters. */
export const withoutReferences = (xml: string) =>
  xml.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (reference, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })

// Matches tag by tag: one pattern over the whole text could take seconds on hostile input.
const tagsOf = (text: string) => text.match(/<[^<>]*>/g) ?? []
const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1] ?? ''

/** The main part's path: usually word/document.xml, but Word in the browser also saves document2.xml. */
export function mainPartOf(declaration: string) {
  const main = tagsOf(declaration).find((tag) => mainType.test(tag)) ?? ''
  return attributeOf(main, 'PartName').replace(/^\//, '')
}

const isFetched = (relationship: string) =>
  fetchedTypes.test(relationship) &&
  attributeOf(relationship, 'TargetMode').toLowerCase() === 'external' &&
  !localTarget.test(attributeOf(relationship, 'Target').trim())

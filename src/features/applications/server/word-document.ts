import { openPromise } from 'yauzl'

/** More than any resume unpacks to, and little enough to unpack in passing. */
const unpackedBytesMax = 100 * 1024 * 1024
const entriesMax = 2_000
const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const contentTypes = '[Content_Types].xml'

/**
 * Whether the file is a Word document without macros: a zip with the parts of one, every part of which
 * unpacks to the size it declares, all together within a limit.
 */
export async function isWordDocument(path: string): Promise<boolean> {
  try {
    const names = new Set<string>()
    let unpackedBytes = 0
    let declaration = ''
    const zip = await openPromise(path, { strictFileNames: true })
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize
      if (unpackedBytes > unpackedBytesMax || names.size > entriesMax) return false
      if (names.has(entry.fileName) || /vbaProject\.bin$/i.test(entry.fileName)) return false
      names.add(entry.fileName)
      // Reading every part proves that none unpacks to more than it declares.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        if (entry.fileName === contentTypes) declaration += String(chunk)
      }
    }
    return names.has('word/document.xml') && declaration.includes(mainType)
  } catch {
    // Whatever a broken or hostile zip makes the reader throw, it is no Word document.
    return false
  }
}

import type { FileHandle } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { resumeTextMax, tidyText } from '../resumes/plain-text.ts'

/** More than any real resume has. */
const pagesMax = 50

/**
 * The text of a PDF, without what is a picture. Run it in a process apart: a hostile file takes any time and memory.
 * @throws when the file is broken, or encrypted with a password
 */
export async function readPdfText(file: FileHandle): Promise<string> {
  const bytes = new Uint8Array(await file.readFile())
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false })
  const pieces: string[] = []
  let length = 0
  const count = Math.min(document.numPages, pagesMax)
  for (let number = 1; number <= count && length < resumeTextMax; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      pieces.push(item.str, item.hasEOL ? '\n' : '')
      length += item.str.length
    }
    pieces.push('\n')
  }
  return tidyText(pieces.join(''))
}

import type { FileHandle } from 'node:fs/promises'
import { contentTypes, mainPartOf, plainXml } from './word-document.ts'
import { zipParts } from './zip.ts'

/** Larger than any real resume's text, small enough to hold in memory. */
const partBytesMax = 20 * 1024 * 1024
const textLengthMax = 100_000

/**
 * The text of a Word document (DOCX), without headers, footers and pictures.
 * @throws when the document is broken or too large
 */
export async function readWordText(file: FileHandle): Promise<string> {
  const main = mainPartOf(plainXml(await readPart(file, contentTypes)))
  return textOf(plainXml(await readPart(file, main))).slice(0, textLengthMax)
}

async function readPart(file: FileHandle, name: string) {
  for await (const part of zipParts(file)) {
    if (part.name !== name) continue
    if (part.size > partBytesMax) throw new Error('A part too large to be read')
    const chunks: Buffer[] = []
    for await (const chunk of part.read()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  throw new Error(`No part ${name}`)
}

/** What an element of WordprocessingML begins or ends with, where that is no text. */
const breaks: Record<string, string> = { tab: '\t', br: '\n', cr: '\n', '/p': '\n', '/tc': '\t' }

// Goes from tag to tag: one pattern over the whole text could take seconds on hostile input.
function textOf(xml: string) {
  const pieces: string[] = []
  let isText = false
  let fallbacks = 0
  for (const part of xml.split('<')) {
    const end = part.indexOf('>')
    if (end < 0) continue
    const name = part
      .slice(0, end)
      .split(/[\s/]/, part.startsWith('/') ? 2 : 1)
      .join('/')
    const local = name.replace(/^(\/?)[^:/]*:/, '$1')
    // The same text box once more, for older programs.
    if (local === 'Fallback') fallbacks += 1
    else if (local === '/Fallback') fallbacks -= 1
    if (fallbacks > 0) continue
    if (local === 't') isText = !part.slice(0, end).endsWith('/')
    else if (local === '/t') isText = false
    else pieces.push(breaks[local] ?? '')
    if (isText) pieces.push(part.slice(end + 1))
  }
  return decode(pieces.join(''))
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')

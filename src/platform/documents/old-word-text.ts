import type { FileHandle } from 'node:fs/promises'
import { resumeTextMax, tidyText } from '../resumes/plain-text.ts'
import { readCompoundFile } from './compound-file.ts'

/** Where the head of the main stream says what. */
const at = { magic: 0, flags: 10, textLength: 0x4c, piecesStart: 0x1a2, piecesBytes: 0x1a6 }
const magic = 0xa5ec
const flag = { isEncrypted: 0x100, isOtherTable: 0x200 }
const kind = { properties: 1, pieces: 2 }
const pieceBytes = 8
const isOneByte = 0x40000000

/**
 * The text of a document of Word 97 to 2003 (DOC), without headers, footers, notes and pictures. Its pieces lie
 * anywhere in the main stream, in the order of a table.
 * @throws when the document is broken, encrypted or older
 */
export async function readOldWordText(file: FileHandle): Promise<string> {
  const streamOf = await readCompoundFile(file)
  const main = streamOf('WordDocument')
  const flags = main.readUInt16LE(at.flags)
  if (main.readUInt16LE(at.magic) !== magic || flags & flag.isEncrypted)
    throw new Error('Encrypted, or of another version')
  const table = streamOf(flags & flag.isOtherTable ? '1Table' : '0Table')
  const start = main.readUInt32LE(at.piecesStart)
  const pieces = findPieces(table.subarray(start, start + main.readUInt32LE(at.piecesBytes)))
  const lengthMax = Math.min(main.readUInt32LE(at.textLength), resumeTextMax)
  const texts: string[] = []
  let length = 0
  const count = Math.floor((pieces.length - 4) / (4 + pieceBytes))
  for (let piece = 0; piece < count && length < lengthMax; piece += 1) {
    const characters = pieces.readUInt32LE((piece + 1) * 4) - pieces.readUInt32LE(piece * 4)
    if (characters < 0) throw new Error('Pieces in no order')
    const place = pieces.readUInt32LE((count + 1) * 4 + piece * pieceBytes + 2)
    const taken = Math.min(characters, lengthMax - length)
    texts.push(textOf(main, place, taken))
    length += taken
  }
  return tidyText(withoutMarks(texts.join('')))
}

/** The table of pieces follows lists of properties. */
function findPieces(part: Buffer) {
  let position = 0
  while (part.readUInt8(position) === kind.properties)
    position += 3 + part.readUInt16LE(position + 1)
  if (part.readUInt8(position) !== kind.pieces) throw new Error('No table of pieces')
  const bytes = part.readUInt32LE(position + 1)
  return part.subarray(position + 5, position + 5 + bytes)
}

const latin = new TextDecoder('windows-1252')
const unicode = new TextDecoder('utf-16le')

function textOf(main: Buffer, place: number, characters: number) {
  const [decoder, size, start] =
    place & isOneByte ? [latin, 1, Math.floor((place & ~isOneByte) / 2)] : [unicode, 2, place]
  if (start + characters * size > main.length) throw new Error('A piece outside of the stream')
  return decoder.decode(main.subarray(start, start + characters * size))
}

/** Keeps what a field, such as a link, shows, and drops what it consists of. */
function withoutMarks(text: string) {
  const shown: string[] = []
  /** For each open field, whether its shown part has not begun. */
  const fields: boolean[] = []
  let hidden = 0
  const end = () => {
    if (fields.pop()) hidden -= 1
  }
  for (const character of text) {
    if (character === fieldMarks.begin || character === fieldMarks.shown) {
      if (character === fieldMarks.shown) end()
      const isHidden = character === fieldMarks.begin
      fields.push(isHidden)
      if (isHidden) hidden += 1
    } else if (character === fieldMarks.end) end()
    else if (hidden === 0) shown.push(breaks[character] ?? character)
  }
  return shown.join('')
}

const fieldMarks = { begin: '\x13', shown: '\x14', end: '\x15' }

/** Paragraphs, cells, lines and pages, and the hyphen that doesn't break. */
const breaks: Record<string, string> = {
  '\r': '\n',
  '\x07': '\t',
  '\v': '\n',
  '\f': '\n',
  '\x1e': '-',
}

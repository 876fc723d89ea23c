import type { FileHandle } from 'node:fs/promises'

/** Larger than any resume that is accepted. */
const fileBytesMax = 20 * 1024 * 1024
/** What compound files begin with. */
export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const headerBytes = 512
const entryBytes = 128
const miniSectorBytes = 64
/** Streams below this size lie in the root's stream, in sectors of their own size. */
const miniStreamMax = 4096
/** The numbers of sectors; higher values end a chain. */
const sectorMax = 0xfffffffa
const fatInHeader = 109

type Stream = { start: number; size: number }

/**
 * Opens a compound file (CFB), of which old Office documents consist. It is not trusted: each sector is checked, and a
 * chain that is longer than the file is refused.
 * @returns a function that reads the stream of a name
 * @throws when the file is broken
 */
export async function readCompoundFile(handle: FileHandle) {
  const { size } = await handle.stat()
  if (size > fileBytesMax) throw new Error('A file too large to be read')
  const file = await handle.readFile()
  if (!file.subarray(0, 8).equals(compoundSignature)) throw new Error('Not a compound file')
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new Error('Sectors of an unknown size')
  const sectorBytes = 2 ** shift
  const sectorsMax = Math.ceil(size / sectorBytes)

  const sectorAt = (sector: number) => {
    const start = (sector + 1) * sectorBytes
    if (start >= size) throw new Error('A sector outside of the file')
    return file.subarray(start, start + sectorBytes)
  }
  const fatMax = Math.ceil((sectorsMax * 4) / sectorBytes)
  const inFat = fatSectors(file, sectorAt, sectorsMax).slice(0, fatMax)
  const fat = sectorNumbers(inFat.map(sectorAt))
  const read = (start: number) =>
    Buffer.concat(chainOf(fat, start, sectorsMax).map((sector) => sectorAt(sector)))

  const entries = directoryOf(read(file.readUInt32LE(48)))
  const root = entries.get('Root Entry')
  if (!root) throw new Error('No directory')
  const miniFatStart = file.readUInt32LE(60)
  const miniFat = sectorNumbers(miniFatStart > sectorMax ? [] : [read(miniFatStart)])
  const miniStream = root.start > sectorMax ? Buffer.alloc(0) : read(root.start)
  const readMini = (start: number) =>
    Buffer.concat(
      chainOf(miniFat, start, miniStream.length / miniSectorBytes).map((sector) =>
        miniStream.subarray(sector * miniSectorBytes, (sector + 1) * miniSectorBytes),
      ),
    )

  return (name: string) => {
    const stream = entries.get(name)
    if (!stream) throw new Error(`No stream ${name}`)
    const isMini = stream.size < miniStreamMax
    return (isMini ? readMini : read)(stream.start).subarray(0, stream.size)
  }
}

/** The sectors of the allocation table: the first of them are in the header, the others in a chain of their own. */
function fatSectors(file: Buffer, sectorAt: (sector: number) => Buffer, sectorsMax: number) {
  const sectors = [...sectorNumbers([file.subarray(76, headerBytes)])].slice(0, fatInHeader)
  let next = file.readUInt32LE(68)
  for (let count = 0; next <= sectorMax; count += 1) {
    if (count > sectorsMax) throw new Error('A chain without an end')
    const numbers = [...sectorNumbers([sectorAt(next)])]
    next = numbers.pop() ?? sectorMax + 1
    sectors.push(...numbers)
  }
  return sectors.filter((sector) => sector <= sectorMax)
}

function sectorNumbers(sectors: readonly Buffer[]) {
  const bytes = Buffer.concat(sectors)
  const numbers = new Uint32Array(Math.floor(bytes.length / 4))
  for (let index = 0; index < numbers.length; index += 1)
    numbers[index] = bytes.readUInt32LE(index * 4)
  return numbers
}

function chainOf(table: Uint32Array, start: number, lengthMax: number) {
  const chain: number[] = []
  for (let sector = start; sector <= sectorMax; sector = table[sector] ?? sectorMax + 1) {
    chain.push(sector)
    if (chain.length > lengthMax) throw new Error('A chain without an end')
  }
  return chain
}

/** The streams by their names. The tree that sorts them isn't needed. */
function directoryOf(directory: Buffer) {
  const entries = new Map<string, Stream>()
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = directory.readUInt16LE(at + 64)
    if (nameBytes < 2 || nameBytes > 64) continue
    const name = directory.toString('utf16le', at, at + nameBytes - 2)
    const stream = {
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    }
    // Documents within the document come later, with streams of the same names.
    if (!entries.has(name)) entries.set(name, stream)
  }
  return entries
}

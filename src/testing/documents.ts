import { deflateSync } from 'node:zlib'
import { resumePdf } from '#seed/resume-pdf.ts'
import { type ZipEntry, zipOf } from './zip.ts'

const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
export const documentType = `${types}.document.main+xml`
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relation =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'

const relations = (target: string) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}" Target="${target}"/></Relationships>`
const body = `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Aline Uwase, Kigali</w:t></w:r></w:p></w:body></w:document>`
const styles = `${xml}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`
export const typesOf = (...parts: string[]) =>
  `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
const override = (part: string, type: string) =>
  `<Override PartName="${part}" ContentType="${type}"/>`

/** The zip entries of a document saved by Word. */
export const wordEntries = (type = documentType, part = 'word/document.xml'): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    content: typesOf(
      override(`/${part}`, type),
      override('/word/styles.xml', `${types}.styles+xml`),
    ),
  },
  { name: '_rels/.rels', content: relations(part) },
  { name: part, content: body },
  { name: 'word/_rels/document.xml.rels', content: relations('styles.xml') },
  { name: 'word/styles.xml', content: styles },
  {
    name: 'docProps/app.xml',
    content: `${xml}<Properties><Application>Microsoft Office Word</Application></Properties>`,
  },
]

export const wordDocument = (...more: ZipEntry[]) => zipOf([...wordEntries(), ...more])

/** A document of Word whose settings refer to something. @param mode `External` for what is no part of it */
export const withRelationship = (target: string, type: string, mode = 'Internal') =>
  wordDocument({
    name: 'word/_rels/settings.xml.rels',
    content: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
  })

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const withExternal = (type: string, target: string) =>
  withRelationship(target, `${office}/${type}`, 'External')

/** A PDF with more in its catalog and more objects. */
export const pdfWith = (catalog: string, ...objects: (string | Buffer)[]) => {
  const pdf = resumePdf(['Aline Uwase']).toString('latin1')
  const extra = objects
    .map((object) => Buffer.from(object as string, 'latin1').toString('latin1'))
    .join('\n')
  const changed = pdf.replace('/Type /Catalog', `/Type /Catalog ${catalog}`)
  return Buffer.from(changed.replace('xref\n0', `${extra}\nxref\n0`), 'latin1')
}

/** The object 9 within a compressed stream of objects. */
export function compressedObject(object: string, more = '') {
  const packed = deflateSync(Buffer.from(`9 0 ${object}`, 'latin1'))
  const head = `8 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more} /Length ${packed.length}>>`
  return Buffer.concat([
    Buffer.from(`${head}\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj'),
  ])
}

/** LibreOffice writes the list of parts last, and adds folder entries. */
export const libreOfficeDocument = () => {
  const [list, ...parts] = wordEntries()
  return zipOf([{ name: 'word/', content: '', method: 0 }, ...parts, ...(list ? [list] : [])])
}

/** Google Docs streams the zip, so sizes follow the data, and writes the attributes in another order. */
export const googleDocument = () => {
  const [, ...parts] = wordEntries()
  const declaration = `<Override ContentType="${documentType}" PartName="/word/document.xml"/>`
  const entries = [...parts, { name: '[Content_Types].xml', content: typesOf(declaration) }]
  return zipOf(entries.map((entry) => ({ ...entry, flags: 0x808 })))
}

const sectorBytes = 512
const endOfChain = 0xfffffffe
const free = 0xffffffff

/** A compound file (CFB) of old Office: a header, one FAT sector, one directory sector, one stream of eight sectors. */
export function compoundFile(streamName: string) {
  const header = Buffer.alloc(sectorBytes, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  header.writeUInt32LE(0, 76)

  const fat = Buffer.alloc(sectorBytes, 0xff)
  const chains = [0xfffffffd, endOfChain, 3, 4, 5, 6, 7, 8, 9, endOfChain]
  for (const [sector, next] of chains.entries()) fat.writeUInt32LE(next, sector * 4)

  const directory = Buffer.concat([
    directoryEntry('Root Entry', { type: 5, child: 1, start: endOfChain, bytes: 0 }),
    directoryEntry(streamName, { type: 2, child: free, start: 2, bytes: 4096 }),
    Buffer.alloc(256),
  ])
  const stream = Buffer.alloc(4096)
  stream.writeUInt16LE(0xa5ec)
  stream.write('Aline Uwase, Kigali', 2048, 'latin1')
  return Buffer.concat([header, fat, directory, stream])
}

function directoryEntry(
  name: string,
  { type, child, start, bytes }: { type: number; child: number; start: number; bytes: number },
) {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  entry.writeUInt32LE(free, 68)
  entry.writeUInt32LE(free, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(bytes, 120)
  return entry
}

/** A document saved by Word 97 to 2003. */
export const oldWordDocument = () => compoundFile('WordDocument')

const pad = (content: Buffer, size: number) =>
  Buffer.concat([content, Buffer.alloc((size - (content.length % size)) % size)])

/** A compound file with these streams; those of less than 4096 bytes lie in the stream of the root. */
export function compoundFileOf(streams: Readonly<Record<string, Buffer>>) {
  const sectors: Buffer[] = []
  const fat: number[] = []
  const store = (content: Buffer, size: number, into: Buffer[], table: number[]) => {
    const start = into.length
    for (let from = 0; from < content.length; from += size) {
      into.push(pad(content.subarray(from, from + size), size))
      table.push(from + size < content.length ? into.length : endOfChain)
    }
    return start
  }
  const mini: Buffer[] = []
  const miniFat: number[] = []
  const entries = Object.entries(streams).map(([name, content], index, all) => {
    const start =
      content.length < 4096
        ? store(content, 64, mini, miniFat)
        : store(content, sectorBytes, sectors, fat)
    const child = index + 1 < all.length ? index + 2 : free
    return directoryEntry(name, { type: 2, child, start, bytes: content.length })
  })
  const numbers = (table: readonly number[]) => {
    const bytes = Buffer.alloc(table.length * 4)
    for (const [index, value] of table.entries()) bytes.writeUInt32LE(value, index * 4)
    return bytes
  }
  const miniBytes = Buffer.concat(mini)
  const start = mini.length > 0 ? store(miniBytes, sectorBytes, sectors, fat) : endOfChain
  const miniFatStart =
    mini.length > 0 ? store(numbers(miniFat), sectorBytes, sectors, fat) : endOfChain
  const root = directoryEntry('Root Entry', { type: 5, child: 1, start, bytes: miniBytes.length })
  const directory = store(Buffer.concat([root, ...entries]), sectorBytes, sectors, fat)
  let inFat = 1
  while (inFat * 128 < fat.length + inFat) inFat += 1
  const fatStart = sectors.length
  const table = pad(numbers([...fat, ...Array<number>(inFat).fill(0xfffffffd)]), sectorBytes)

  const header = Buffer.alloc(sectorBytes, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(inFat, 44)
  header.writeUInt32LE(directory, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(miniFatStart, 60)
  header.writeUInt32LE(endOfChain, 68)
  numbers(Array.from({ length: inFat }, (_, index) => fatStart + index)).copy(header, 76)
  return Buffer.concat([header, ...sectors, table])
}

type Piece = { text: string; isUnicode?: boolean }

/** A document of Word 97 whose text lies in pieces, the last one first. @param flags further ones of its head */
export function oldWordOf(pieces: readonly Piece[], { flags = 0, tableBytes = 0 } = {}) {
  const head = 0x600
  const encoded = pieces.map(({ text, isUnicode = false }) =>
    Buffer.from(text, isUnicode ? 'utf16le' : 'latin1'),
  )
  const places = new Map<number, number>()
  let end = head
  for (const index of [...encoded.keys()].reverse()) {
    places.set(index, end)
    end += encoded[index]?.length ?? 0
  }
  const main = Buffer.alloc(Math.max(end, 4096))
  const table = Buffer.alloc(Math.max(9 + 4 + pieces.length * 12, tableBytes))
  // A list of properties stands before the table of pieces.
  table.writeUInt8(1, 0)
  table.writeUInt16LE(1, 1)
  table.writeUInt8(2, 4)
  table.writeUInt32LE(4 + pieces.length * 12, 5)
  let characters = 0
  for (const [index, { text, isUnicode }] of pieces.entries()) {
    const place = places.get(index) ?? 0
    encoded[index]?.copy(main, place)
    characters += text.length
    table.writeUInt32LE(characters, 9 + (index + 1) * 4)
    const value = isUnicode ? place : place * 2 + 0x40000000
    table.writeUInt32LE(value, 9 + (pieces.length + 1) * 4 + index * 8 + 2)
  }
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x200 | flags, 10)
  main.writeUInt32LE(characters, 0x4c)
  main.writeUInt32LE(0, 0x1a2)
  main.writeUInt32LE(9 + 4 + pieces.length * 12, 0x1a6)
  return compoundFileOf({ WordDocument: main, '1Table': table })
}

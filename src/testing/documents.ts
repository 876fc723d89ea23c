import { deflateSync } from 'node:zlib'
import { resumePdf } from '#platform/documents/resume-pdf.ts'
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

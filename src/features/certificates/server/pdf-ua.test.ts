import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from 'pdf-lib'
import { expect, test } from 'vitest'
import { noella } from '#testing/certificates.ts'
import type { Certificate } from '../contract.ts'
import { certificatePdf } from './certificate-pdf.ts'

// What a program can check of PDF/UA-1, by the numbers of the Matterhorn Protocol, as far as it concerns our PDFs.

const certificate: Certificate = {
  id: 1,
  number: '2026-K7WQ2M',
  code: '2222-3333-4444',
  ...noella,
  issued_on: '2026-01-16',
  version: 1,
  corrected_on: null,
  status: 'VALID',
  revoked_at: null,
  revoked_reason: '',
  application_id: null,
  created_at: '2026-01-16T08:00:00.000Z',
  updated_at: '',
}

const cases: Record<string, Partial<Certificate>> = {
  'a plain one': {},
  'a corrected one': { version: 2, corrected_on: '2026-02-01' },
  'letters of African languages': { full_name: 'Ɛ̀lì Kɔ́fí Ọlọ́rúntọ̀bá Ŋsụ Ɓàɗe Ƴaƙụbụ' },
  'characters of XML': { full_name: 'Rose & Co <b> "x"', course: 'R&D' },
  'a name of two lines': { full_name: 'Maria Magdalena Uwimana Nyiransabimana '.repeat(4).trim() },
}

const draw = async (changes: Partial<Certificate>) => {
  const pdf = await certificatePdf(
    { ...certificate, ...changes },
    { siteUrl: 'https://huza.example', port: 3000 },
  )
  return PDFDocument.load(pdf, { updateMetadata: false })
}

const textOf = (stream: PDFObject | undefined) =>
  stream instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
    : ''

/** Every dictionary of a PDF. */
const dictionaries = (pdf: PDFDocument) =>
  pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const dictionary = object instanceof PDFRawStream ? object.dict : object
    return dictionary instanceof PDFDict ? [dictionary] : []
  })

const get = (dictionary: PDFDict, name: string) => dictionary.lookup(PDFName.of(name))

for (const [name, changes] of Object.entries(cases)) {
  test(`${name}: the document says what it is, in which language, and that it is tagged`, async () => {
    const pdf = await draw(changes)
    const { catalog } = pdf
    const metadata = textOf(catalog.lookup(PDFName.of('Metadata')))
    // 06: well-formed metadata with the identifier and a title.
    expect(metadata).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/)
    expect(metadata).toMatch(/<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>[^<]+<\/rdf:li>/)
    expect(metadata.replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
    expect(unclosed(metadata)).toEqual([])
    // 07, 11 and 01-007
    const preferences = catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict)
    expect(String(get(preferences, 'DisplayDocTitle'))).toBe('true')
    expect(String(catalog.lookup(PDFName.of('Lang')))).toBe('(en)')
    const mark = catalog.lookup(PDFName.of('MarkInfo'), PDFDict)
    expect([String(get(mark, 'Marked')), get(mark, 'Suspects')]).toEqual(['true', undefined])
  })

  test(`${name}: all that is drawn is tagged once, or an artifact`, async () => {
    const pdf = await draw(changes)
    const [page] = pdf.getPages()
    const { ids, untagged } = marksIn(textOf(page?.node.lookup(PDFName.of('Contents'))))
    // 01-003 to 01-005
    expect(untagged).toEqual([])
    expect([...new Set(ids)]).toEqual(ids)
    const root = pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const tree = elementsOf(root)
    expect(tree.flatMap((one) => one.ids).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b))
    // 09, 14: standard types alone, and one heading, of the first level. 13: figures say what they show, and where.
    const types = tree.map(({ type }) => type)
    const standard = ['Document', 'H1', 'P', 'Figure']
    expect(types.filter((type) => !standard.includes(type))).toEqual([])
    expect(types.filter((type) => type.startsWith('H'))).toEqual(['H1'])
    for (const { element } of tree.filter(({ type }) => type === 'Figure')) {
      expect(String(get(element, 'Alt'))).toContain('QR code of')
      expect(String(get(element, 'A'))).toContain('/BBox')
    }
  })

  test(`${name}: fonts are whole, and their letters can be read`, async () => {
    const all = dictionaries(await draw(changes))
    const fonts = all.filter((one) => String(get(one, 'Subtype')) === '/Type0')
    expect(fonts.length).toBeGreaterThan(1)
    for (const font of fonts) {
      // 31-027: every glyph has its letters.
      const unicode = textOf(get(font, 'ToUnicode'))
      expect(unicode).toMatch(/beginbfrange|beginbfchar/)
      expect(unicode).not.toMatch(/<(0000|feff|fffe)>\s*\]/i)
    }
    for (const descriptor of all.filter((one) => String(get(one, 'Type')) === '/FontDescriptor')) {
      // 31-009; 31-013: a list of glyphs must be complete, and need not be there.
      expect(get(descriptor, 'FontFile2')).toBeInstanceOf(PDFRawStream)
      expect(get(descriptor, 'CIDSet')).toBeUndefined()
    }
    for (const font of all.filter((one) => String(get(one, 'Subtype')) === '/CIDFontType2')) {
      expect(String(get(font, 'CIDToGIDMap'))).toBe('/Identity')
    }
  })
}

/** The elements of XML that are not closed, or not in their order. */
function unclosed(xml: string) {
  const open: string[] = []
  for (const [, slash, name = '', rest = ''] of xml.matchAll(/<(\/?)([\w:]+)([^>]*)>/g)) {
    if (rest.endsWith('/')) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return [name]
  }
  return open
}

const paints = /^(?:f|F|f\*|S|s|B|B\*|b|b\*|Tj|TJ|'|"|Do|sh)$/

/** The ids of marked content, and what is drawn outside of it or within both kinds of it. */
function marksIn(content: string) {
  const open: string[] = []
  const ids: number[] = []
  const untagged: string[] = []
  const marks =
    /\/(\w+)\s*(<<.*?>>)?\s*(BDC|BMC)\b|\b(EMC)\b|(\((?:\\.|[^\\)])*\)|<[\da-f\s]*>)|([A-Za-z'"*]+)/gs
  for (const [, tag = '', properties = '', begins, ends, , operator = ''] of content.matchAll(
    marks,
  )) {
    if (begins) {
      const id = /\/MCID (\d+)/.exec(properties)?.[1]
      if (id) ids.push(Number(id))
      if (open.length > 0 && (id || tag === 'Artifact')) untagged.push(`${tag} in ${open.at(-1)}`)
      open.push(tag)
    } else if (ends) open.pop()
    else if (open.length === 0 && paints.test(operator)) untagged.push(operator)
  }
  return { ids, untagged: [...untagged, ...open] }
}

type Element = { type: string; element: PDFDict; ids: number[] }

function elementsOf(parent: PDFDict): Element[] {
  const found = get(parent, 'K')
  const kids = found instanceof PDFArray ? found.asArray() : found ? [found] : []
  return kids.flatMap((kid) => {
    const element = parent.context.lookup(kid)
    if (!(element instanceof PDFDict) || !get(element, 'S')) return []
    const own = get(element, 'K')
    const ids = (own instanceof PDFArray ? own.asArray() : own ? [own] : []).flatMap((one) => {
      const value = parent.context.lookup(one)
      const id = value instanceof PDFDict ? get(value, 'MCID') : value
      return id instanceof PDFNumber ? [id.asNumber()] : []
    })
    const type = String(get(element, 'S')).slice(1)
    return [{ type, element, ids }, ...elementsOf(element)]
  })
}

import { strToU8, Zip, ZipDeflate } from 'fflate'

export type Cell = string | number | null

/** Cells that begin so are run as formulas by spreadsheet programs that open a CSV. */
const startsFormula = /^[=+\-@\t\r]/

/** One line of a CSV (RFC 4180): what would run as a formula gets an apostrophe before it, and runs no more. */
export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const fixedParts: Record<string, string> = {
  '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/**
 * A workbook of one sheet (Office Open XML, ECMA-376), piece by piece as its rows come. Text is stored as
 * text, which no program runs as a formula.
 */
export async function* xlsxChunks(batches: AsyncIterable<readonly (readonly Cell[])[]>) {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const [name, content] of Object.entries(fixedParts)) {
    const part = new ZipDeflate(name)
    zip.add(part)
    part.push(strToU8(content), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 4 })
  zip.add(sheet)
  sheet.push(strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>`))
  for await (const rows of batches) {
    sheet.push(strToU8(rows.map(xlsxRow).join('')))
    yield* ready.splice(0)
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield* ready.splice(0)
}

const xlsxRow = (cells: readonly Cell[]) => `<row>${cells.map(xlsxCell).join('')}</row>`

/** A cell holds 32,767 characters at most, and XML no control characters. */
function xlsxCell(cell: Cell) {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (!cell) return '<c/>'
  const text = cell
    .slice(0, 32_767)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

import { strToU8, Zip, ZipDeflate } from 'fflate'

export type Cell = string | number | null

/**
 * Spreadsheet programs run cells of a CSV that begin with these as formulas. In many countries they split at semicolons
 * instead of commas, or at tabs, and then ignore our quotes: each part of a cell counts as one.
 */
const startsFormula = /(?<=(?:^|[;\t\r\n]) {0,3})[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/** One line of a CSV (RFC 4180). What would run as a formula is prefixed with an apostrophe. */
export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = text.replace(startsFormula, "'$&")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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
 * Streams a workbook of one sheet (Office Open XML, ECMA-376). Text is stored as inline strings, which spreadsheet
 * programs never run as formulas.
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

/** A cell holds at most 32,767 characters; XML allows no control characters. */
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

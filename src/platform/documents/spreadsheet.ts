import { strToU8, Zip, ZipDeflate } from 'fflate'
import { dayMs } from '#shared/durations.ts'

/** A text, a number, a day (YYYY-MM-DD), a local time (YYYY-MM-DDTHH:mm), or nothing. */
export type Cell = string | number | null | { day: string } | { time: string }

/**
 * Spreadsheet programs run cells of a CSV that begin with these as formulas. In many countries they split at semicolons
 * instead of commas, or at tabs, and then ignore our quotes: each part of a cell counts as one, also in quotes of its own.
 */
const startsFormula = /(?<=(?:^|[;\t\r\n])[ "]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/** One line of a CSV (RFC 4180). What would run as a formula is prefixed with an apostrophe. */
export function csvLine(cells: readonly Cell[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Spreadsheet programs round longer numbers, and drop a leading zero. */
const isNoNumber = (text: string) => /^\d{12,}$|^0\d+$/.test(text)

function csvCell(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') {
    if (cell === null) return ''
    return 'day' in cell ? cell.day : cell.time.replace('T', ' ')
  }
  const safe = isNoNumber(cell) ? `'${cell}` : cell.replace(startsFormula, "'$&")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const fixedParts: Record<string, string> = {
  '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // The formats of cells by their number: plain, bold, day, time.
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** A column: its heading, and its width in characters. */
export type SheetColumn = { heading: string; width: number }

/**
 * Streams a workbook of one sheet (Office Open XML, ECMA-376), whose head stays in sight and filters the rows. Text is
 * stored as inline strings, which spreadsheet programs never run as formulas, nor take for numbers.
 */
export async function* xlsxChunks(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
) {
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
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const head = columns.map(({ heading }) => xlsxCell(heading).replace('<c ', '<c s="1" '))
  sheet.push(
    strToU8(
      `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${head.join('')}</row>`,
    ),
  )
  let count = 1
  for await (const rows of batches) {
    count += rows.length
    sheet.push(strToU8(rows.map(xlsxRow).join('')))
    yield* ready.splice(0)
  }
  const range = `A1:${columnName(columns.length)}${count}`
  sheet.push(strToU8(`</sheetData><autoFilter ref="${range}"/></worksheet>`), true)
  zip.end()
  yield* ready.splice(0)
}

/** The name of a column, counted from 1: 27 is AA. */
function columnName(number: number): string {
  const last = String.fromCharCode(65 + ((number - 1) % 26))
  return number > 26 ? columnName(Math.floor((number - 1) / 26)) + last : last
}

/** Days since the end of 1899, as workbooks count them. */
const serialOf = (isoTime: string) => (Date.parse(`${isoTime}Z`) - Date.UTC(1899, 11, 30)) / dayMs

const xlsxRow = (cells: readonly Cell[]) => `<row>${cells.map(xlsxCell).join('')}</row>`

/** A cell holds at most 32,767 characters; XML allows no control characters. */
function xlsxCell(cell: Cell) {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (!cell) return '<c/>'
  if (typeof cell === 'object') {
    return 'day' in cell
      ? `<c s="2"><v>${serialOf(`${cell.day}T00:00`)}</v></c>`
      : `<c s="3"><v>${serialOf(cell.time)}</v></c>`
  }
  const text = cell
    .slice(0, 32_767)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

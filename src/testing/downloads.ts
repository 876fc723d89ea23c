import { strFromU8, unzipSync } from 'fflate'

/** The files of a zip, as text: whether a resume is a PDF can be read as well. */
export async function readZip(response: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** The rows of an exported workbook, as XML. */
export const sheetOf = async (response: Response) =>
  (await readZip(response))['xl/worksheets/sheet1.xml'] ?? ''

import busboy from 'busboy'
import { badRequest } from './errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Stands for bytes that are not UTF-8, in the text of a part that says it is. */
const unreadable = '\ufffd'

/**
 * Parses the multipart body of a request with these headers.
 * @returns the parser, and `decode`, which is called with each text as soon as the parser gives it, and returns null when
 * that is not UTF-8
 * @throws 400 when the headers are not those of form data
 */
export function parserFor(headers: Headers) {
  let areBytes = false
  // Whether a part names its charset, the parser doesn't tell. It calls this for the parts that name none.
  const defCharset = {
    toLowerCase() {
      areBytes = true
      return 'latin1'
    },
  } as unknown as string
  const decode = (read: string) => {
    const wereBytes = areBytes
    areBytes = false
    if (!wereBytes) return read.includes(unreadable) ? null : read
    try {
      return decoder.decode(Buffer.from(read, 'latin1'))
    } catch {
      return null
    }
  }
  try {
    const parser = busboy({
      headers: Object.fromEntries(headers),
      defCharset,
      defParamCharset: 'utf8',
      limits: { fieldSize: 64 * 1024, fields: 60, files: 5, parts: 60, fieldNameSize: 100 },
    })
    return { parser, decode }
  } catch {
    throw badRequest('The form data could not be read. Please send it again.')
  }
}

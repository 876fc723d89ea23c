import { setPriority } from 'node:os'
import { encodeImage } from './encode.ts'
import type { SourceFormat } from './image-content.ts'

// A process of its own for each image, run by encoder.ts: decoders take memory that the server would not get back, and
// time that belongs to visitors first; and a file made to break one breaks nothing else.
setPriority(10)

const [path = '', format, prefix = ''] = process.argv.slice(2)
console.log(JSON.stringify(await encodeImage(path, format as SourceFormat, prefix)))

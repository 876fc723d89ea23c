import { setPriority } from 'node:os'
import { encodeImage } from './encode.ts'
import type { SourceFormat } from './image-content.ts'

// Run by encoder.ts, one process per image: decoders use memory that the server would not get back, a hostile file can
// only crash this process, and its low priority leaves the CPU to visitors' requests.
setPriority(10)

const [path = '', format, prefix = ''] = process.argv.slice(2)
console.log(JSON.stringify(await encodeImage(path, format as SourceFormat, prefix)))

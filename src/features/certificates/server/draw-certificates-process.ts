import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import type { Certificate } from '../contract.ts'
import { certificatePdf } from './certificate-pdf.ts'

// Run by draw-due.ts: reads certificates from stdin and writes their PDFs to stdout, as JSON with base64. A process
// with low priority, so that visitors' requests go first.
setPriority(10)

type Work = { certificates: Certificate[]; config: Parameters<typeof certificatePdf>[1] }

const { certificates, config } = (await json(process.stdin)) as Work
const pdfs: (string | null)[] = []
for (const certificate of certificates) {
  const pdf = await certificatePdf(certificate, config).catch(() => null)
  pdfs.push(pdf?.toString('base64') ?? null)
}
process.stdout.write(JSON.stringify(pdfs))

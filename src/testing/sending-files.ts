import { readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { resumePdf } from '#seed/resume-pdf.ts'
import type { TestApp } from './app.ts'
import { applicationForm, apply } from './applying.ts'

export const pdf = resumePdf(['Aline Uwase', 'Kigali'])

/** A PDF of exactly this size, padded with spaces. */
export function pdfOf(bytes: number) {
  const end = Buffer.from('%%EOF\n')
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length - end.length, ' '), end])
}

let applicants = 0
const newEmail = () => {
  applicants += 1
  return `applicant${applicants}@example.rw`
}

/** Applies with that file, with a new email. */
export function sendResume(
  app: TestApp,
  target: Parameters<typeof applicationForm>[0],
  file: { name: string; content: Buffer | string; claimedType?: string },
) {
  const resume = new File([Buffer.from(file.content)], file.name, { type: file.claimedType ?? '' })
  return apply(app, applicationForm(target, { resume, email: newEmail() }))
}

/** A part of a multipart form as raw bytes, so that it can be malformed. @param more is appended to the name */
export const part = (name: string, value: string | Buffer = '', more = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])

export const resumePart = (fileName: string, content = pdf) =>
  part('resume', content, `; filename="${fileName}"`)

/** The parts of a valid application without its resume. */
export const applicantParts = (target: Parameters<typeof applicationForm>[0]) =>
  Object.entries({
    ...target,
    first_name: 'Aline',
    last_name: 'Uwase',
    email: newEmail(),
    phone_number: '+250788123456',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
    gender: 'FEMALE',
  }).map(([name, value]) => part(name, String(value)))

/** A complete multipart body. */
export const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')])

let clients = 0

/** Sends a raw body. */
export async function sendBody(
  app: TestApp,
  body: RequestInit['body'],
  type = 'multipart/form-data; boundary=x',
) {
  clients += 1
  const clientIp = `10.1.${clients >> 8}.${clients & 255}`
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } }
  return app.json('/api/website/application/', { ...init, clientIp })
}

/** Counts everything that an upload could leave behind. */
export async function countFiles({ services }: TestApp) {
  const folder = join(services.config.dataDir, 'files')
  const stored = await readdir(folder, { recursive: true, withFileTypes: true })
  const rows = await services.database.selectFrom('files').select('id').execute()
  return {
    spooled: (await readdir(services.storage.spoolDir)).length,
    stored: stored.filter((entry) => entry.isFile()).length,
    rows: rows.length,
    open: await countOpen(await realpath(folder)),
  }
}

/** Counts the files of a folder that this process has open, where the system tells. */
async function countOpen(folder: string) {
  const all = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    all.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')),
  )
  return paths.filter((path) => path.startsWith(folder)).length
}

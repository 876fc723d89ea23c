import { Readable } from 'node:stream'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Services } from '#platform/http/context.ts'
import { nodeStreamOf } from '#platform/node-stream.ts'
import { isGivenUp } from '#platform/security/data-keys.ts'
import { openRows } from '#platform/security/sealed-columns.ts'
import { attachment } from '#platform/storage/files.ts'
import { escapeHtml } from '#platform/text/escape-html.ts'
import { company, localDay } from '#shared/company.ts'
import { formatDateTime } from '#shared/format.ts'
import { findStaffNames, shownRow, tableTitle } from './colleagues.ts'
import { collectPerson, joined } from './collect-person.ts'
import type { PersonRows, Row, Subject, TableName } from './person.ts'

type Part = {
  title: string
  table: TableName
  in_trash: boolean
  rows: Record<string, unknown>[]
}

type Told = { email: string; made_at: string; parts: Part[] }

/**
 * Everything that is stored of a person as a ZIP: a page to read, the same as JSON, and their files.
 * @param mayGoOn rejects where whoever asked may have no further file; then the stream fails
 */
export async function exportPerson(
  services: Services,
  subject: Subject,
  mayGoOn: () => Promise<void>,
) {
  const { database, storage, now } = services
  const collected = await collectPerson(services, subject)
  const rows = await openAll(services, collected.rows)
  const inTrash = await openAll(services, collected.inTrash)
  const withoutColleagues = await findStaffNames(database, joined(rows, inTrash))
  const partsOf = (some: typeof rows, in_trash: boolean): Part[] =>
    [...some].flatMap(([table, those]) =>
      table === 'application_keys' || table === 'application_mentions'
        ? []
        : [
            {
              title: tableTitle(table),
              table,
              in_trash,
              rows: those.map((row) => shownRow(table, row, withoutColleagues)),
            },
          ],
    )
  const told: Told = {
    email: subject.email_key,
    made_at: now().toISOString(),
    parts: [...partsOf(rows, false), ...partsOf(inTrash, true)],
  }
  const files = await findReadable(services, [
    ...(rows.get('files') ?? []),
    ...(inTrash.get('files') ?? []),
  ])
  const chunks = zipChunks(told, files, storage, mayGoOn)
  const stream = Readable.from(chunks, { objectMode: false })
  return {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`personal-data-${localDay(now())}.zip`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
  }
}

/** With what is sealed opened. */
async function openAll(services: Services, rows: PersonRows): Promise<PersonRows> {
  const opened: PersonRows = new Map()
  for (const [table, some] of rows) opened.set(table, await openRows(services, table, some))
  return opened
}

type File = Row & { isLost: boolean }

/** The files that are there. Of a lost one the data key was given up, so that nobody can read it. */
async function findReadable({ storage, database }: Services, files: readonly Row[]) {
  const found: File[] = []
  for (const file of files) {
    const key = String(file.key)
    if (!(await storage.exists(key))) continue
    try {
      storage.requireDataKey(key)
      found.push({ ...file, isLost: false })
    } catch (error) {
      if (!(await isGivenUp(database, error))) throw error
      found.push({ ...file, isLost: true })
    }
  }
  return found
}

async function* zipChunks(
  told: Told,
  files: readonly File[],
  storage: Services['storage'],
  mayGoOn: () => Promise<void>,
) {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const [name, content] of [
    ['summary.html', pageOf(told, files)],
    ['data.json', `${JSON.stringify(told, null, 2)}\n`],
  ] as const) {
    const part = new ZipDeflate(name)
    zip.add(part)
    part.push(strToU8(content), true)
    yield* ready.splice(0)
  }
  for (const file of files.filter(({ isLost }) => !isLost)) {
    await mayGoOn()
    const part = new ZipPassThrough(fileName(file))
    zip.add(part)
    const content = await storage.read(String(file.key))
    for await (const chunk of nodeStreamOf(content)) {
      part.push(new Uint8Array(chunk))
      yield* ready.splice(0)
    }
    part.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** Two files may have one name, and a name may be that of a folder's parent. */
const fileName = ({ id, name }: Row) => `files/${id}-${String(name).replace(/[\\/:*?"<>|]/g, '_')}`

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;padding:1rem;border:1px solid #ccc;border-radius:8px}
dt{font-weight:600}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}@media(max-width:40rem){dl{grid-template-columns:1fr}}`

function pageOf({ email, made_at, parts }: Told, files: readonly File[]) {
  const sections = parts.map(
    ({ title, in_trash, rows }) =>
      `<h2>${escapeHtml(title)}${in_trash ? ' (deleted, in our trash)' : ''}</h2>${rows.map(listOf).join('')}`,
  )
  const links = files.map((file) => {
    const name = fileName(file)
    if (file.isLost) {
      return `<li>${escapeHtml(String(file.name))}: nobody can open it any more, since the key that it was encrypted with was lost</li>`
    }
    return `<li><a href="${escapeHtml(encodeURI(name).replaceAll('#', '%23'))}">${escapeHtml(String(file.name))}</a></li>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Personal data of ${escapeHtml(email)}</title><style>${style}</style></head>
<body><h1>What ${escapeHtml(company.name)} stores of ${escapeHtml(email)}</h1>
<p>As of ${escapeHtml(formatDateTime(made_at))} in Kigali. The same stands in data.json, for programs. Where one of us did something, it says “staff”.</p>
${sections.join('\n') || '<p>Nothing is stored under this address.</p>'}
${links.length > 0 ? `<h2>Your files</h2><ul>${links.join('')}</ul>` : ''}
</body></html>
`
}

function listOf(row: Record<string, unknown>) {
  const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  const lines = facts.map(
    ([name, value]) =>
      `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(String(value))}</dd>`,
  )
  return `<dl>${lines.join('')}</dl>`
}

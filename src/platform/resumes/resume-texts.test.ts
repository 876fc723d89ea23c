import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { oldWordOf } from '#testing/documents.ts'
import {
  applyAndRead,
  applyWith,
  pdfBomb,
  pdfOfPages,
  resumeTextOf,
  wordOf,
} from '#testing/resumes.ts'
import { startRefusing } from '#testing/s3.ts'
import { pdf } from '#testing/sending-files.ts'
import { openStorage } from '../storage/storage.ts'
import { readDueResumes, readInTurn } from './resume-texts.ts'
import { openTextReader } from './text-apart.ts'

let app: TestApp
let parents: { cohort: number; tech_stack: string }
beforeEach(async () => {
  app = await startTestApp()
  parents = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

test.each([
  [
    'a PDF',
    'a.pdf',
    () => pdfOfPages('Développeuse à Kigali', 'Kubernetes'),
    /^Développeuse à Kigali\s+Kubernetes$/,
  ],
  ['a document of Word', 'a.docx', () => wordOf('I led a team'), /^I led a team$/],
  [
    'a document of Word 97',
    'a.doc',
    () => oldWordOf([{ text: 'Caf\xe9\rKigali' }]),
    /^Café\nKigali$/,
  ],
])('the text of %s is read after the submission', async (_, name, content, text) => {
  const id = await applyWith(app, parents, name, await content())
  expect((await resumeTextOf(app, id)).next_try_at).not.toBeNull()
  expect(await readDueResumes(app.services)).toBe(1)
  const read = { text: expect.stringMatching(text), attempts: 1, next_try_at: null }
  expect(await resumeTextOf(app, id)).toEqual(read)
  expect(await readDueResumes(app.services)).toBe(0)
})

test.each([
  ['a PDF without objects', 'a.pdf', Buffer.from('%PDF-1.7\nnothing at all\n%%EOF')],
  ['a PDF that is cut', 'a.pdf', Buffer.concat([pdf.subarray(0, 60), Buffer.from('%%EOF')])],
  ['a broken document of Word 97', 'a.doc', oldWordOf([{ text: 'x' }]).subarray(0, 3_000)],
])('%s is taken, and read as nothing once', async (_, name, content) => {
  const file = Buffer.concat([content, Buffer.from('WordDocument', 'utf16le')])
  const id = await applyAndRead(app, parents, name, name.endsWith('.doc') ? file : content)
  expect(await resumeTextOf(app, id)).toEqual({ text: '', attempts: 1, next_try_at: null })
})

test('a PDF that unpacks to any size ends its process, and the next resume is read', async () => {
  const hostile = await applyWith(app, parents, 'a.pdf', pdfBomb(600_000_000))
  const id = await applyWith(app, parents, 'a.pdf', pdf)
  const { log } = app.services
  log.level = 'silent'
  expect(await readDueResumes(app.services)).toBe(1)
  expect((await resumeTextOf(app, id)).text).toContain('Kigali')
  expect(await resumeTextOf(app, hostile)).toMatchObject({ text: '', attempts: 1 })
  const files = await app.services.database.selectFrom('files').select('key').execute()
  for (const { key } of files) await app.services.storage.delete(key)
  for (let day = 0; day < 5; day += 1) {
    app.advanceS(24 * 3600)
    expect(await readDueResumes(app.services)).toBe(0)
  }
  expect(await resumeTextOf(app, hostile)).toEqual({ text: '', attempts: 4, next_try_at: null })
})

test('one process reads the resumes that are due, up to twenty', async () => {
  const started: unknown[] = []
  const note = (message: unknown) => started.push(message)
  subscribe('child_process', note)
  onTestFinished(() => void unsubscribe('child_process', note))
  const ids: number[] = []
  for (let number = 0; number < 22; number += 1) {
    ids.push(await applyWith(app, parents, 'a.docx', wordOf(`Resume ${number}.`)))
  }
  expect(await readDueResumes(app.services)).toBe(22)
  for (const [number, id] of ids.entries()) {
    expect((await resumeTextOf(app, id)).text).toBe(`Resume ${number}.`)
  }
  expect(started).toHaveLength(2)
})

test('what Node has compiled to read a resume is kept for the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  try {
    await applyAndRead(app, parents, 'a.pdf', pdf)
    expect(await readdir(folder)).not.toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

test('a process that takes too long is stopped', async () => {
  const id = await applyWith(app, parents, 'a.pdf', pdf)
  const file = await app.services.database
    .selectFrom('files')
    .innerJoin('applications', 'applications.resume_id', 'files.id')
    .select(['files.key', 'files.type'])
    .where('applications.id', '=', id)
    .executeTakeFirstOrThrow()
  const hasty = openTextReader(app.services, { limitMs: 1 })
  await expect(hasty.read(file)).rejects.toThrow('not read')
  await hasty.close()
  const reader = openTextReader(app.services)
  expect(await reader.read(file)).toEqual({ text: 'Aline Uwase\nKigali' })
  await reader.close()
})

/** A program in place of the one that reads resumes. It gets the number of the request in its process. */
async function programOf(answer: string) {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'program.mjs')
  const script = `let number = 0
process.stdin.on('data', () => { number += 1; ${answer} })`
  await writeFile(program, script)
  return program
}

const someFile = async () => {
  await applyWith(app, parents, 'a.pdf', pdf)
  return app.services.database.selectFrom('files').select(['key', 'type']).executeTakeFirstOrThrow()
}

test.each(['no JSON', '5', 'null', '{"text":5}', '{"isBroken":1}', '[]'])(
  'a process that answers %s is believed nothing, and harms nobody',
  async (answer) => {
    const program = await programOf(`process.stdout.write(${JSON.stringify(`${answer}\n`)})`)
    const reader = openTextReader(app.services, { program })
    await expect(reader.read(await someFile())).rejects.toThrow('not read')
    await reader.close()
  },
)

test('what one resume leaves behind in the process is not charged to the next one', async () => {
  const file = await someFile()
  const program = await programOf(
    `if (number > 1) process.exit(1)
     process.stdout.write('{"text":"Kigali"}\\n')`,
  )
  const reader = openTextReader(app.services, { program })
  const texts = [await reader.read(file), await reader.read(file), await reader.read(file)]
  expect(texts).toEqual(Array(3).fill({ text: 'Kigali' }))
  await reader.close()
})

test('a process that a resume keeps from ending is killed, so that others are read', async () => {
  const file = await someFile()
  const program = await programOf(
    `process.stdout.write('{"text":"Kigali"}\\n')
     setInterval(() => {}, 1000)`,
  )
  const reader = openTextReader(app.services, { program, limitMs: 2_000 })
  expect(await reader.read(file)).toEqual({ text: 'Kigali' })
  await reader.close()
})

test('what a process had begun when it was stopped is read later, and costs no try', async () => {
  const id = await applyWith(app, parents, 'a.pdf', pdf)
  const stop = new AbortController()
  const reading = readDueResumes(app.services, stop.signal)
  await expect.poll(async () => (await resumeTextOf(app, id)).attempts).toBe(1)
  stop.abort()
  expect(await reading).toBe(0)
  expect(await readDueResumes(app.services)).toBe(0)
  app.advanceS(601)
  expect(await readDueResumes(app.services)).toBe(1)
  expect(await resumeTextOf(app, id)).toMatchObject({ attempts: 1, next_try_at: null })
})

test('a resume whose every process died is given up and marked', async () => {
  const id = await applyWith(app, parents, 'a.pdf', pdf)
  const { database, log } = app.services
  // As the last of four leaves it.
  const next_try_at = app.services.now().toISOString()
  await database.updateTable('resume_texts').set({ attempts: 4, next_try_at }).execute()
  log.level = 'silent'
  expect(await readDueResumes(app.services)).toBe(0)
  expect(await resumeTextOf(app, id)).toMatchObject({ text: '', next_try_at: null })
  expect(await database.selectFrom('files').select('warnings').execute()).toEqual([
    { warnings: 'UNREAD' },
  ])
})

test('however long the storage is gone, no resume is given up', async () => {
  const older = await applyWith(app, parents, 'a.pdf', pdf)
  const newer = await applyWith(app, parents, 'a.pdf', pdf)
  const { dataDir } = app.services.config
  const storageUrl = 's3://key:secret@127.0.0.1:9/bucket?tls=off'
  const { read } = await openStorage({ storageUrl, dataDir })
  const gone = { ...app.services, storage: { ...app.services.storage, read } }
  app.services.log.level = 'silent'
  const before = await resumeTextOf(app, older)
  expect(await readDueResumes(gone)).toBe(0)
  expect(await resumeTextOf(app, older)).toEqual(before)
  for (let hour = 0; hour < 5; hour += 1) {
    app.advanceS(3600)
    expect(await readDueResumes(gone)).toBe(0)
    expect(await readDueResumes(gone)).toBe(0)
  }
  app.advanceS(3600)
  expect(await readDueResumes(app.services)).toBe(2)
  for (const id of [older, newer]) {
    expect(await resumeTextOf(app, id)).toMatchObject({ attempts: 1, next_try_at: null })
  }
})

test('a resume that the storage refuses is given up, marked and kept, and holds up no other', async () => {
  const other = await applyWith(app, parents, 'a.pdf', pdf)
  const refused = await applyWith(app, parents, 'a.pdf', pdf)
  const { storage, config, database, log } = app.services
  const { url, close } = await startRefusing(403, 'AccessDenied')
  onTestFinished(() => void close())
  const elsewhere = await openStorage({ storageUrl: url, dataDir: config.dataDir })
  const files = await database.selectFrom('files').select(['id', 'key']).orderBy('id').execute()
  const last = files.at(-1)
  const read = (key: string) => (key === last?.key ? elsewhere : storage).read(key)
  const refusing = { ...app.services, storage: { ...storage, read } }
  log.level = 'silent'
  const error = vi.spyOn(log, 'error')
  expect(await readDueResumes(refusing)).toBe(1)
  expect(await resumeTextOf(app, other)).toMatchObject({ attempts: 1, next_try_at: null })
  for (let hour = 0; hour < 24; hour += 1) {
    app.advanceS(3600)
    expect(await readDueResumes(refusing)).toBe(0)
  }
  // What is refused for a day may be given out again.
  expect(await resumeTextOf(app, refused)).toMatchObject({ attempts: 3 })
  expect(error).not.toHaveBeenCalled()
  app.advanceS(3 * 3600)
  expect(await readDueResumes(refusing)).toBe(0)
  expect(await resumeTextOf(app, refused)).toEqual({ text: '', attempts: 4, next_try_at: null })
  expect(error.mock.calls).toEqual([
    [{ err: expect.any(Error), file: last?.id }, 'text of a resume given up'],
  ])
  const token = await app.signIn('RECRUITER')
  const path = `/api/website/application/${refused}/`
  expect((await app.json(path, { token })).body.resume.warnings).toEqual(['UNREAD'])
  const download = await app.request(`/api/admin/applications/${refused}/resume/`, { token })
  expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true)
})

test('several processes share out the resumes', async () => {
  const ids = [
    await applyWith(app, parents, 'a.pdf', pdf),
    await applyWith(app, parents, 'b.docx', wordOf('b')),
  ]
  const read = await Promise.all([readDueResumes(app.services), readDueResumes(app.services)])
  expect(read[0] + read[1]).toBe(2)
  for (const id of ids) expect((await resumeTextOf(app, id)).attempts).toBe(1)
})

test('one process of a machine reads resumes, and the others may once it has ended', async () => {
  const inTurn = () => readInTurn(app.services)
  for (const name of ['a.pdf', 'b.pdf']) await applyWith(app, parents, name, pdf)
  expect(await Promise.all([inTurn(), inTurn()])).toEqual([2, 0])
  await applyWith(app, parents, 'c.pdf', pdf)
  expect(await inTurn()).toBe(1)
})

test('the resumes of the demo and of tests are known without being read', async () => {
  await createTalent(app.services, {})
  expect(await readDueResumes(app.services)).toBe(0)
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '#config'
import { resumeMessages } from '#shared/resume.ts'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { countFiles, pdf, pdfOf, sendResume } from '#testing/sending-files.ts'
import { scanForViruses } from './virus-scan.ts'

/** The file that every virus scanner must find. Put together here, so that none finds this one. */
const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!$H+H*',
].join('')
const infected = Buffer.concat([pdf, Buffer.from(`${eicar}\n%%EOF`)])

async function folderOfTest() {
  const folder = await mkdtemp(join(tmpdir(), 'huza-clamd-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server that speaks as much of ClamAV's protocol as is used. @param replyTo makes a reply of the file */
async function startScanner(replyTo: (file: Buffer) => string | null) {
  const server = createServer((socket) => {
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const file = fileIn(received)
      const reply = file && replyTo(file)
      if (reply) socket.end(`${reply}\0`)
      else if (file) socket.destroy()
    })
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The file of an INSTREAM command, or null while it is not complete. */
function fileIn(received: Buffer) {
  const command = 'zINSTREAM\0'
  const chunks: Buffer[] = []
  let at = command.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0)
      return received.toString('latin1', 0, command.length) === command
        ? Buffer.concat(chunks)
        : null
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const hasClamd = existsSync('/usr/sbin/clamd')

/** Starts ClamAV's daemon with a database of the test virus alone. */
async function startClamd() {
  const folder = await folderOfTest()
  const socket = join(folder, 'clamd.ctl')
  const signature = Buffer.from(eicar).toString('hex')
  await writeFile(join(folder, 'test.ndb'), `Eicar-Test:0:*:${signature}\n`)
  await writeFile(
    join(folder, 'clamd.conf'),
    `Foreground yes\nDatabaseDirectory ${folder}\nLocalSocket ${socket}\n`,
  )
  const clamd = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')])
  onTestFinished(async () => {
    clamd.kill()
    if (clamd.exitCode === null) await once(clamd, 'exit')
  })
  await expect.poll(() => existsSync(socket)).toBe(true)
  return `unix://${socket}`
}

async function startApp(clamdUrl: string) {
  const app = await startTestApp({ CLAMD_URL: clamdUrl })
  onTestFinished(() => app[Symbol.asyncDispose]())
  const target = await createCohortAndStack(app)
  const token = await app.signIn('RECRUITER')
  const send = (content: Buffer) => sendResume(app, target, { name: 'resume.pdf', content })
  const warningsOf = async (id: number) =>
    (await app.json(`/api/website/application/${id}/`, { token })).body.resume.warnings
  return { app, send, warningsOf }
}

async function expectScanning(clamdUrl: string) {
  const { app, send, warningsOf } = await startApp(clamdUrl)
  const before = await countFiles(app)
  const refused = await send(infected)
  expect([refused.status, refused.body]).toEqual([400, { resume: [resumeMessages.resumeVirus] }])
  expect(await countFiles(app)).toMatchObject({ rows: before.rows, stored: 0, spooled: 0 })
  for (const content of [pdf, pdfOf(3_000_000)]) {
    const { status, body } = await send(content)
    expect(status).toBe(201)
    expect(await warningsOf(body.data.id)).toEqual([])
  }
}

test('a resume in which the scanner finds something is refused and leaves no file, others are taken', async () => {
  await expectScanning(
    await startScanner((file) => `stream: ${file.includes(eicar) ? 'Eicar-Test FOUND' : 'OK'}`),
  )
})

test.skipIf(!hasClamd)(
  'ClamAV itself refuses the test virus and takes other resumes',
  async () => {
    expect(execFileSync('/usr/sbin/clamd', ['--version']).toString()).toContain('ClamAV')
    await expectScanning(await startClamd())
  },
  60_000,
)

test.each([
  ['is not there', async () => 'tcp://127.0.0.1:1'],
  ['has no socket', async () => `unix://${await folderOfTest()}/clamd.ctl`],
  ['hangs up', () => startScanner(() => null)],
  ['has a limit', () => startScanner(() => 'INSTREAM size limit exceeded. ERROR')],
])('while the scanner %s, resumes are taken and marked as not scanned', async (_what, start) => {
  const { send, warningsOf } = await startApp(await start())
  const { status, body } = await send(pdf)
  expect(status).toBe(201)
  expect(await warningsOf(body.data.id)).toEqual(['UNSCANNED'])
})

test('a file is closed although the scanner reads no further once it has replied', async () => {
  const folder = await folderOfTest()
  const path = join(folder, 'resume.pdf')
  await writeFile(path, pdfOf(30_000_000))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.pause()
      // By then what is on the way fills all buffers.
      setTimeout(() => socket.end('INSTREAM size limit exceeded. ERROR\0'), 200)
    })
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const clamdUrl = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = { error: () => {} } as never
  const config = { clamdUrl } as Config
  expect(await scanForViruses({ config, log }, { path })).toBe('unscanned')
  const openFiles = async () => {
    const names = await readdir('/proc/self/fd')
    return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  }
  await expect.poll(openFiles).not.toContain(path)
})

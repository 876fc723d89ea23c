import { execFile, execFileSync } from 'node:child_process'
import { globSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from '../../scripts/debian.mjs'
import { atExit } from '../../scripts/processes.mjs'
import { ask } from './visitors.ts'

const execFileOf = promisify(execFile)
const daysAhead = 2
const halfWritten = 20
/** More than the server holds in memory (`src/platform/http/spool.ts`), so that each has a file in the spool. */
const halfBytes = 300_000
const diskBytes = 400 * 1024 * 1024
const largeBytes = 9 * 1024 * 1024

/** A data folder on a small disk of its own, a clock that can be set, and little memory, for one server. */
export async function startMachine(folder: string) {
  if (process.getuid?.() !== 0) throw new Error('A disk that can be full is mounted by root only.')
  const libFaketime = await getLibFaketime()
  const disk = join(folder, 'disk')
  const clock = join(folder, 'clock')
  const filler = join(disk, 'filler')
  const image = join(folder, 'image')
  await mkdir(disk)
  await writeFile(image, '')
  await truncate(image, diskBytes)
  // Nothing is left over for root, as whom the server runs here.
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, disk])
  const unmount = atExit(() => execFileSync('umount', ['--lazy', disk]))
  const setClock = (days: number) => writeFileSync(clock, `${days >= 0 ? '+' : ''}${days}d\n`)
  setClock(0)

  /** Fills the disk to the last byte, as another program may. The visitors of the test go on meanwhile. */
  const fill = async () => {
    writeFileSync(filler, '')
    for (const blockBytes of [1024 * 1024, 4096]) {
      const { bavail, bsize } = statfsSync(disk)
      const count = Math.floor((bavail * bsize) / blockBytes)
      if (count === 0) continue
      await execFileOf('dd', [
        'if=/dev/zero',
        `of=${filler}`,
        `bs=${blockBytes}`,
        `count=${count}`,
        'oflag=append',
        'conv=notrunc',
        'status=none',
      ])
    }
  }

  const half = new Set<ReturnType<typeof createConnection>>()
  const stopHalfWay = (siteUrl: string) => {
    const { hostname: host, port } = new URL(siteUrl)
    for (let client = 0; client < halfWritten; client += 1) {
      const socket = createConnection({ host, port: Number(port) }).on('error', () => {})
      half.add(socket)
      socket.write(
        [
          'POST /api/website/application/ HTTP/1.1',
          'host: site',
          'content-length: 5000000',
          'content-type: multipart/form-data; boundary=here',
          `x-forwarded-for: 10.99.0.${client % 2}`,
          '',
          '--here',
          'content-disposition: form-data; name="resume"; filename="resume.pdf"',
          'content-type: application/pdf',
          '',
          '%PDF-1.7',
          'x'.repeat(halfBytes),
        ].join('\r\n'),
      )
    }
  }

  let isLoaded = false
  let load: Promise<unknown> = Promise.resolve()
  /** Large uploads and pages that nobody has asked for before, from many clients at once. */
  const loadMemory = (siteUrl: string) => {
    isLoaded = true
    const body = () => {
      const form = new FormData()
      form.append('resume', new Blob([Buffer.alloc(largeBytes, ' ')]), 'resume.pdf')
      return form
    }
    const client = async (name: number) => {
      for (let at = 0; isLoaded; at += 1) {
        if (name % 2)
          await ask(`${siteUrl}/api/website/application/`, { method: 'POST', body: body() })
        else await ask(`${siteUrl}/insights?page=${name}${at}`)
      }
    }
    load = Promise.all(Array.from({ length: 16 }, (_, name) => client(name)))
  }

  return {
    environment: {
      DATA_DIR: disk,
      DISK_FREE_MB_MIN: '16',
      LD_PRELOAD: libFaketime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NODE_OPTIONS: '--max-old-space-size=160',
    },
    faults: [
      {
        name: 'disk full',
        begin: fill,
        end: () => truncate(filler),
        refused: ['message', 'form', 'application'] as const,
        status: 507,
      },
      {
        name: 'clock ahead',
        begin: () => setClock(daysAhead),
        end: () => setClock(0),
        refused: [],
      },
      {
        name: 'clock behind',
        begin: () => setClock(-daysAhead),
        end: () => setClock(0),
        refused: [],
      },
      {
        name: 'uploads half-written',
        begin: stopHalfWay,
        end: () => {
          for (const socket of half) socket.destroy()
        },
        refused: [],
        leftovers: () => readdirSync(join(disk, 'spool')).length,
      },
      {
        name: 'memory short',
        begin: loadMemory,
        async end() {
          isLoaded = false
          await load
        },
        refused: [],
      },
    ],
    async [Symbol.asyncDispose]() {
      unmount()
      await rm(clock)
      await rm(image)
    },
  }
}

/** The path of the library that tells a process another time: Debian has it in a folder of the machine's kind. */
async function getLibFaketime() {
  const find = () => globSync('/usr/lib/*-linux-gnu/faketime/libfaketime.so.1')[0]
  const found = find()
  if (found) return found
  await installPackages('libfaketime', ['libfaketime'])
  const installed = find()
  if (!installed) throw new Error('libfaketime is missing, even after installing it')
  return installed
}

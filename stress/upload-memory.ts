import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { resumePdf } from '../src/seed/resume-pdf.ts'
import { checkCleanedUp } from './crash/truth.ts'
import { createCohortAndStack, createSite, signIn, startServer } from './site.ts'

// Sends many uploads of the maximum size at once and measures the server's memory; then aborts uploads and downloads
// half-way, and checks that they leave nothing behind.
const uploads = 50
const residentMax = 400 * 1024 * 1024
const fileBytes = 10 * 1024 * 1024
const end = Buffer.from('%%EOF\n')
const start = resumePdf(['Aline Uwase', 'Kigali'])
const resume = Buffer.concat([start, Buffer.alloc(fileBytes - start.length - end.length, ' '), end])

let applicants = 0
let peak = 0

const site = await createSite()
try {
  const server = startServer(site)
  const siteUrl = await server.siteUrl
  const staff = await signIn(siteUrl)
  const target = await createCohortAndStack(staff)
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid))
  }, 20)
  const idle = residentBytes(server.pid)

  const sent = await Promise.all(Array.from({ length: uploads }, () => send(siteUrl, target)))
  assert.deepEqual(new Set(sent), new Set([201]))
  report(`${uploads} uploads of 10 MB at once`, idle)

  const slow = Array.from({ length: uploads }, () =>
    send(siteUrl, target, { chunks: 20, pauseMs: 50 }),
  )
  assert.deepEqual(new Set(await Promise.all(slow)), new Set([201]))
  report(`${uploads} slow uploads`, idle)

  const broken = Array.from({ length: uploads }, (_, index) =>
    send(siteUrl, target, { chunks: 20, pauseMs: 10, breakAfter: (index % 19) + 1 }).catch(
      () => null,
    ),
  )
  assert.deepEqual(new Set(await Promise.all(broken)), new Set([null]))
  await Promise.all(
    Array.from({ length: uploads }, (_, index) =>
      breakDownload(staff.authorization, siteUrl, index + 1),
    ),
  )
  clearInterval(sampling)
  report(`${uploads} uploads and ${uploads} downloads broken off`, idle)

  await until(() => spooled() === 0, 'uploads that broke off stay in the spool')
  await until(() => openFiles(server.pid) === 0, 'downloads that broke off keep their files open')
  await server.stop()
  await checkCleanedUp(site, uploads * 2)
  assert.ok(peak < residentMax, `the server took ${inMB(peak)}`)
  console.log(`The server took ${inMB(peak)} at most, and nothing was left behind`)
} finally {
  await site.remove()
}

function report(name: string, idle: number) {
  console.log(`${name}: ${inMB(peak)} resident at most, ${inMB(idle)} at rest`)
}

type Pace = { chunks?: number; pauseMs?: number; breakAfter?: number }

/** Sends an application in chunks. @returns the status @throws when the connection breaks */
async function send(
  siteUrl: string,
  target: { cohort: number; tech_stack: string },
  { chunks = 1, pauseMs = 0, breakAfter = Number.POSITIVE_INFINITY }: Pace = {},
) {
  applicants += 1
  const { head, tail, headers } = formAround(target, applicants)
  const call = request(`${siteUrl}/api/website/application/`, {
    method: 'POST',
    headers,
    agent: false,
  })
  const status = new Promise<number>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
  })
  status.catch(() => {})
  call.write(head)
  const step = Math.ceil(resume.length / chunks)
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (chunk === breakAfter) return call.destroy() && status
    call.write(resume.subarray(chunk * step, (chunk + 1) * step))
    if (pauseMs) await wait(pauseMs)
  }
  call.end(tail)
  return status
}

function formAround(target: { cohort: number; tech_stack: string }, number: number) {
  const fields = {
    ...target,
    first_name: 'Aline',
    last_name: 'Uwase',
    gender: 'FEMALE',
    email: `applicant${number}@example.rw`,
    phone_number: '+250788123456',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
  }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--x\r\nContent-Disposition: form-data; name="resume"; filename="resume.pdf"\r\n\r\n'
  const [head, tail] = [parts.join('') + file, '\r\n--x--\r\n']
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': head.length + resume.length + tail.length,
    'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
  }
  return { head, tail, headers }
}

/** Reads the first chunk of a resume and closes the connection. */
function breakDownload(authorization: Record<string, string>, siteUrl: string, id: number) {
  return new Promise<void>((resolve, reject) => {
    const url = `${siteUrl}/api/admin/applications/${id}/resume/`
    const call = request(url, { headers: authorization, agent: false }, (response) => {
      response.once('data', () => response.destroy())
      response.on('error', () => {}).on('close', resolve)
    })
    call.on('error', reject).end()
  })
}

function residentBytes(pid: number) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes ?? 0) * 1024
}

function spooled() {
  return readdirSync(join(site.dataDir, 'spool')).length
}

/** The number of uploaded files that the server has open, spooled or stored. */
function openFiles(pid: number) {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return ''
    }
  })
  return links.filter((path) => /\/(spool|files)\//.test(path)).length
}

async function until(isSo: () => boolean, otherwise: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (isSo()) return
    await wait(100)
  }
  throw new Error(otherwise)
}

function inMB(bytes: number) {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type autocannon from 'autocannon'
import { resumePdf } from '#platform/documents/resume-pdf.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { loadServer, type Round, typical } from './load.ts'
import { forgetPeak } from './measure.ts'
import { type Server, startFloor } from './servers.ts'
import type { Site } from './site.ts'
import { atLeast, atMost, shown, table } from './table.ts'

const rounds = 5
const perRound = 500
const connections = 8
const resumeBytes = 100_000

/** What an application costs beside the floor, which writes as much, and how many CPU ms a form without a file. */
const goals = { ratioMin: 0.6, cpuRatioMax: 3, cpuMsMax: 0.4 }

/**
 * Measures applications per second, each with its own resume, e-mail and client IP, synced to disk before the response, and
 * the same of comments and messages; beside a minimal server that only writes the same forms to disk.
 */
export async function measureSubmitting(site: Site, product: Server): Promise<string> {
  const capturesFile = join(site.dataDir, 'nothing.json')
  writeFileSync(capturesFile, '[]')
  await using floor = await startFloor(capturesFile)
  const rows: string[][] = []
  for (const [name, request] of [
    ['applications', await applications(site)],
    ['comments', await comments(site)],
    ['messages', messages()],
  ] as const) {
    const hasFile = name === 'applications'
    rows.push([`${name}, ${site.engine}`, ...(await measure(product, floor, request, hasFile))])
  }
  return table(
    [
      'forms',
      'a second',
      'floor',
      'ratio',
      'goal',
      'p50 ms',
      'p99 ms',
      'floor p99',
      'CPU ms',
      'goal',
      'CPU × floor',
      'goal',
    ],
    rows,
  )
}

async function measure(
  product: Server,
  floor: Server,
  request: autocannon.Request,
  hasFile: boolean,
) {
  const options = { connections, amount: perRound, requests: [request] }
  for (const server of [product, floor]) await loadServer(server, options)
  forgetPeak(product.pid)
  const found: Round[] = []
  const floorFound: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    found.push(await loadServer(product, options))
    floorFound.push(await loadServer(floor, options))
  }
  const round = typical(found)
  const floorRound = typical(floorFound)
  const ratio = round.requestsPerS / floorRound.requestsPerS
  const cpuRatio = round.cpuMs / floorRound.cpuMs
  return [
    shown(round.requestsPerS),
    shown(floorRound.requestsPerS),
    ...[shown(ratio), hasFile ? atLeast(ratio, goals.ratioMin) : ''],
    shown(round.p50Ms),
    shown(round.p99Ms),
    shown(floorRound.p99Ms),
    ...[shown(round.cpuMs), hasFile ? '' : atMost(round.cpuMs, goals.cpuMsMax)],
    ...[shown(cpuRatio), hasFile ? atMost(cpuRatio, goals.cpuRatioMax) : ''],
  ]
}

/** A request for each form, from an address of its own. */
function forms(
  path: string,
  formOf: (number: number) => { headers: Record<string, string>; body: Buffer },
): autocannon.Request {
  let sent = 0
  return {
    method: 'POST',
    path,
    setupRequest(request) {
      sent += 1
      const { headers, body } = formOf(sent)
      const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      return { ...request, headers: { ...headers, 'x-forwarded-for': from }, body }
    },
  }
}

const jsonForms = (path: string, fieldsOf: (number: number) => object) =>
  forms(path, (number) => ({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(fieldsOf(number))),
  }))

async function comments({ services }: Site) {
  const articles = await services.database
    .selectFrom('articles')
    .select('id')
    .where('published_at', 'is not', null)
    .limit(8)
    .execute()
  return jsonForms('/api/website/comments/', (number) => ({
    news_id: articles[number % articles.length]?.id,
    name: 'Eric Mugisha',
    email: `reader.${number}@example.rw`,
    message: `This is how we did it in Huye, too, and it took us ${number} days.`,
  }))
}

const messages = () =>
  jsonForms('/api/website/contact-us/', (number) => ({
    full_name: 'Aline Uwase',
    email: `writer.${number}@example.rw`,
    phone: '+250788123456',
    subject: 'A question',
    message: `When does the next cohort start, and may I apply from ${number} km away?`,
  }))

/** The requests, as a browser would send them through a proxy that sets X-Forwarded-For. */
async function applications(site: Site) {
  const cohort = await createCohort(site.services, { name: 'Measurements', limit: 100_000 })
  const { id: techStack } = await site.services.database
    .selectFrom('tech_stacks')
    .select('id')
    .executeTakeFirstOrThrow()
  const boundary = '----WebKitFormBoundaryMeasurements'
  const fields = {
    first_name: 'Aline',
    last_name: 'Uwase',
    phone_number: '+250788123456',
    other_phone_number: '',
    date_of_birth: '2001-05-17',
    identification: '1200170012345678',
    gender: 'FEMALE',
    level: 'BEGINER',
    description: 'I want to build things that people in my town use.',
    done_at: '2026-03-02',
    cohort: String(cohort),
    tech_stack: techStack,
  }
  const head = Object.entries(fields)
    .map(([name, value]) => part(boundary, name, value))
    .join('')
  const file = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="resume.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    resumeOf(resumeBytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return forms('/api/website/application/', (number) => {
    const email = part(boundary, 'email', `aline.uwase.${number}@example.rw`)
    return {
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': `measurement-${number}`,
      },
      body: Buffer.concat([Buffer.from(head + email), file]),
    }
  })
}

const part = (boundary: string, name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** A valid PDF of about that size with incompressible text. */
function resumeOf(bytes: number) {
  const lines = Array.from({ length: Math.floor(bytes / 100) }, (_, index) =>
    createHash('sha512').update(String(index)).digest('base64'),
  )
  return resumePdf(['Aline Uwase', ...lines])
}

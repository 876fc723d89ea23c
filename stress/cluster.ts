import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getProgram } from '../scripts/debian.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import { endWithUs } from '../scripts/processes.mjs'
import { startMailServer } from '../src/testing/mail-server.ts'
import { startS3 } from '../src/testing/s3.ts'
import { startCluster } from './cluster/database.ts'
import { type Applicant, createApplicant } from './crash/applicant.ts'
import { checkStored } from './crash/truth.ts'
import {
  ask,
  keptPages,
  type Outcome,
  percentile,
  readPages,
  sendWithin,
} from './faults/visitors.ts'
import { createCohortAndStack, createSite, signIn, startServer } from './site.ts'

// Kills the primary of a PostgreSQL cluster while applicants apply at several processes of the site behind Caddy, and
// checks that another one takes over, that nothing acknowledged is lost or stored twice, and that pages are served.
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '30' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '20' },
  },
})
const everyMs = 1000 / Number(values.rate)
const beforeMs = Number(values.seconds) * 1000
const promotedMsMax = 30_000

const problems: string[] = []
const expect = (isRight: boolean, problem: string) => {
  if (!isRight) problems.push(problem)
}

const cluster = await startCluster()
const mail = await startMailServer()
await using s3 = await startS3()
const site = await createSite()
const settings = {
  DATABASE_URL: cluster.url,
  DATABASE_REPLICA_URL: cluster.replicaUrl,
  STORAGE_URL: s3.url,
  SMTP_URL: mail.url,
  FORM_SECONDS_MIN: '0',
}
const servers: ReturnType<typeof startServer>[] = []
const start = () => {
  const server = startServer({ ...site, environment: { ...site.environment, ...settings } })
  servers.push(server)
  return server.siteUrl
}
let stopProxy = async () => {}
try {
  const urls = [await start()]
  while (urls.length < Number(values.processes)) urls.push(await start())
  const proxy = await startCaddy(urls)
  stopProxy = proxy.stop
  await run(proxy.url, urls)
} finally {
  await stopProxy()
  for (const server of servers) await server.stop()
  await cluster.stop()
  await site.remove()
  await mail.stop()
}
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0) process.exitCode = 1

async function run(siteUrl: string, urls: readonly string[]) {
  const staff = await signIn(siteUrl)
  const target = await createCohortAndStack(staff)
  for (const path of keptPages) for (const url of urls) await ask(url + path)

  const applicants: Applicant[] = []
  const statuses: Record<string, number> = {}
  let isSending = true
  const sending: Promise<unknown>[] = []
  const send = async () => {
    const applicant = await createApplicant(target)
    applicants.push(applicant)
    const { status } = await sendWithin(applicant, siteUrl)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const submitting = (async () => {
    const startedAt = performance.now()
    while (isSending) {
      sending.push(send())
      await wait(Math.max(0, startedAt + sending.length * everyMs - performance.now()))
    }
    await Promise.all(sending)
  })()
  const stopReading = readPages(siteUrl)

  await wait(beforeMs)
  const before = statuses[201] ?? 0
  console.log(`${before} applications in ${values.seconds} s; now the primary is killed`)
  const killedAt = performance.now()
  const stopReadingAnew = readAnew(siteUrl)
  const promotedMs = await cluster.killPrimary()
  const anew = await stopReadingAnew()
  const lacking = anew.filter(({ status }) => status !== 200)
  expect(
    lacking.length * 10 < anew.length,
    `${lacking.length} of ${anew.length} reads that no cache had failed without the primary`,
  )
  expect(promotedMs < promotedMsMax, `promoted only after ${Math.round(promotedMs)} ms`)
  const acknowledged = () => applicants.filter(({ acknowledgedId }) => acknowledgedId !== null)
  const countThen = acknowledged().length
  while (acknowledged().length === countThen && performance.now() - killedAt < 60_000)
    await wait(100)
  const writtenMs = performance.now() - killedAt
  await wait(beforeMs / 2)
  isSending = false
  await submitting
  const pages = await stopReading()

  // Those without an acknowledgement send the same again, as browsers do.
  const left = applicants.filter(({ acknowledgedId }) => acknowledgedId === null)
  for (const applicant of left) {
    const { status, body } = await sendWithin(applicant, siteUrl)
    expect(status === 201, `sent again: ${status} ${body}`)
  }
  const count = await checkStored(staff, applicants)
  expect(count === applicants.length, `${count} of ${applicants.length} are stored`)
  const failed = pages.filter(({ status }) => status !== 200)
  expect(
    failed.length === 0,
    `${failed.length} of ${pages.length} pages failed: ${failed[0]?.status}`,
  )
  const refusedOddly = Object.keys(statuses).filter((status) => !['201', '503'].includes(status))
  expect(refusedOddly.length === 0, `applications got ${refusedOddly}`)
  await checkShared(urls, staff)
  await checkEmails(applicants)

  // One that starts now, through the pooler.
  const { status } = await ask(`${await start()}/api/website/cohorts/`)
  expect(status === 200, `a process that started afterwards: ${status}`)
  console.log(
    `promoted after ${Math.round(promotedMs / 100) / 10} s, first stored after ${Math.round(writtenMs / 100) / 10} s; ` +
      `${count} applications, each once; statuses ${JSON.stringify(statuses)}, ${left.length} sent again; ` +
      `${pages.length} pages, ${failed.length} failed, p99 ${percentile(pages, 0.99)} ms; ` +
      `${anew.length} reads without the primary that no cache had, ${lacking.length} failed`,
  )
}

/** Reads what no cache has, which the standby answers, until it is stopped. */
function readAnew(siteUrl: string) {
  const outcomes: Outcome[] = []
  let isReading = true
  const reading = (async () => {
    for (let size = 1; isReading; size += 1) {
      outcomes.push(await ask(`${siteUrl}/api/website/events/?page_size=${(size % 100) + 1}`))
      await wait(200)
    }
  })()
  return async () => {
    isReading = false
    await reading
    return outcomes
  }
}

/** What processes share by the database: caches, sessions, limits. */
async function checkShared(urls: readonly string[], staff: Awaited<ReturnType<typeof signIn>>) {
  const name = `Cohort after the failover`
  const [first = '', ...others] = urls
  const cohorts = '/api/website/cohorts/'
  for (const url of urls) await ask(url + cohorts)
  const created = await fetch(`${first}/api/admin/cohorts/`, {
    method: 'POST',
    headers: { ...staff.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      status: 'open',
      limit: 10,
      start: '2090-01-01',
      end: '2090-04-01',
      deadline: '2089-12-01',
    }),
  })
  expect(created.status === 201, `the session of before, at another process: ${created.status}`)
  await wait(1000)
  for (const url of others) {
    expect((await ask(url + cohorts)).body.includes(name), 'another process serves what was before')
  }
  const statuses: number[] = []
  for (let tries = 0; tries < 30; tries += 1) {
    const response = await fetch(`${urls[tries % urls.length]}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.77.0.1' },
      body: JSON.stringify({ email: 'nobody@huza.example', password: 'a wrong password' }),
    })
    statuses.push(response.status)
  }
  expect(statuses.includes(429), `30 failed sign-ins at all processes: ${new Set(statuses)}`)
}

/** Each applicant gets one email. A repeat of one that was being sent has its Message-ID. */
async function checkEmails(applicants: readonly Applicant[]) {
  const idsOf = (email: string) =>
    new Set(mail.received.filter(({ to }) => to.includes(email)).map(({ messageId }) => messageId))
  const missing = () => applicants.filter(({ email }) => idsOf(email).size === 0).length
  for (let tries = 0; missing() > 0 && tries < 240; tries += 1) await wait(500)
  expect(missing() === 0, `${missing()} emails are missing`)
  const twice = applicants.filter(({ email }) => idsOf(email).size > 1).length
  expect(twice === 0, `${twice} applicants got two emails`)
}

async function startCaddy(urls: readonly string[]) {
  const path = await getProgram({
    what: 'Caddy',
    variable: 'CADDY_PATH',
    names: ['caddy'],
    packages: ['caddy'],
  })
  const port = await findFreePort()
  const config = join(site.dataDir, 'Caddyfile')
  const upstreams = urls.map((url) => new URL(url).host).join(' ')
  await writeFile(
    config,
    [
      '{',
      'admin off',
      'auto_https off',
      '}',
      `http://127.0.0.1:${port} {`,
      // Not /readyz: a process without the database still has its pages.
      `reverse_proxy ${upstreams} {`,
      'lb_policy round_robin',
      'lb_try_duration 5s',
      'trusted_proxies 127.0.0.1',
      'health_uri /healthz',
      'health_interval 1s',
      '}',
      '}',
    ].join('\n'),
  )
  const child = spawn(path, ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: site.dataDir },
  })
  endWithUs(child)
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; (await ask(`${url}/healthz`)).status !== 200 && tries < 100; tries += 1)
    await wait(100)
  return {
    url,
    async stop() {
      child.kill()
      await exited
    },
  }
}

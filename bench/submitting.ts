import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type autocannon from 'autocannon'
import { createCohort } from '#seed/factories/cohorts.ts'
import { applicationForms, commentForms, messageForms } from './forms.ts'
import { loadServer, type Round, typical } from './load.ts'
import { forgetPeak } from './measure.ts'
import { type Server, startFloor } from './servers.ts'
import type { Site } from './site.ts'
import { atLeast, atMost, shown, table } from './table.ts'

const rounds = 5
const perRound = 500
const connections = 8

/** What an application costs beside the floor, which writes as much, and how many CPU ms a form without a file. */
const goals = { ratioMin: 0.6, cpuRatioMax: 3, cpuMsMax: 0.4 }

/**
 * Measures applications per second, each with its own resume, email and client IP, synced to disk before the response,
 * and the same of comments and messages; beside a minimal server that only writes the same forms to disk.
 */
export async function measureSubmitting(site: Site, product: Server): Promise<string> {
  const capturesFile = join(site.dataDir, 'nothing.json')
  writeFileSync(capturesFile, '[]')
  await using floor = await startFloor(capturesFile)
  const rows: string[][] = []
  forgetPeak(product.pid)
  for (const [name, request] of [
    ['applications', await applications(site)],
    ['comments', await comments(site)],
    ['messages', messageForms()],
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
    shown(ratio),
    hasFile ? atLeast(ratio, goals.ratioMin) : '',
    shown(round.p50Ms),
    shown(round.p99Ms),
    shown(floorRound.p99Ms),
    shown(round.cpuMs),
    hasFile ? '' : atMost(round.cpuMs, goals.cpuMsMax),
    shown(cpuRatio),
    hasFile ? atMost(cpuRatio, goals.cpuRatioMax) : '',
  ]
}

async function applications({ services }: Site) {
  const cohort = await createCohort(services, { name: 'Measurements', limit: 100_000 })
  const { id } = await services.database
    .selectFrom('tech_stacks')
    .select('id')
    .executeTakeFirstOrThrow()
  return applicationForms(cohort, id)
}

async function comments({ services }: Site) {
  const articles = await services.database
    .selectFrom('articles')
    .select('id')
    .where('published_at', 'is not', null)
    .limit(8)
    .execute()
  return commentForms(articles.map(({ id }) => id))
}

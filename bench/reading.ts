import { readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Capture } from './floor.ts'
import { loadServer, type Round, typical } from './load.ts'
import { type Server, startFloor } from './servers.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const rounds = 5
const roundS = 2
const connections = 10
/** The headers of a browser. */
const headers = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Mozilla/5.0 (bench)' }

/** Measures requests per second of public pages, beside a minimal server that sends the same bytes. */
export async function measureReading(site: Site, product: Server): Promise<string> {
  const paths = {
    'cohorts, 2 of them': '/api/website/cohorts/?page=1&page_size=2',
    'wizard page': '/cohort-application',
    'home page': '/',
    'article page': '/insights/why-kigali-an-honest-answer',
    'static file': entryScript(),
  }
  const captures: Capture[] = []
  for (const path of Object.values(paths)) captures.push(await capture(product, path))
  const capturesFile = join(site.dataDir, 'captures.json')
  writeFileSync(capturesFile, JSON.stringify(captures))
  await using floor = await startFloor(capturesFile)

  const rows: string[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const found = await alternate(product, floor, path)
    rows.push(rowOf(name, found))
  }
  return table(
    [
      'path',
      'requests/s',
      'floor',
      'ratio',
      'p50 ms',
      'p99 ms',
      'floor p99',
      'CPU ms',
      'CPU × floor',
    ],
    rows,
  )
}

/** Alternates short rounds, so that other load on the machine affects both servers alike. */
async function alternate(product: Server, floor: Server, path: string) {
  const found: { product: Round[]; floor: Round[] } = { product: [], floor: [] }
  const options = { path, headers, connections }
  for (const server of [product, floor]) await loadServer(server, { ...options, duration: 1 })
  for (let round = 0; round < rounds; round += 1) {
    found.product.push(await loadServer(product, { ...options, duration: roundS }))
    found.floor.push(await loadServer(floor, { ...options, duration: roundS }))
  }
  return { product: typical(found.product), floor: typical(found.floor) }
}

const rowOf = (name: string, { product, floor }: { product: Round; floor: Round }) => [
  name,
  shown(product.requestsPerS),
  shown(floor.requestsPerS),
  shown(product.requestsPerS / floor.requestsPerS),
  shown(product.p50Ms),
  shown(product.p99Ms),
  shown(floor.p99Ms),
  shown(product.cpuMs),
  shown(product.cpuMs / floor.cpuMs),
]

function entryScript() {
  const folder = join(import.meta.dirname, '../build/client/assets')
  const name = readdirSync(folder).find((one) => /^entry\.client-.*\.js$/.test(one))
  if (!name) throw new Error('There is no build: npm run build')
  return `/assets/${name}`
}

/** Captures body and headers as sent over the wire, without the connection's headers, which Node adds itself. */
export function capture(server: Server, path: string) {
  return new Promise<Capture>((resolve, reject) => {
    request(server.url + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const { date: _, connection: _c, 'keep-alive': _k, ...rest } = response.headers
      if (response.statusCode !== 200) reject(new Error(`${path}: status ${response.statusCode}`))
      resolve({ path, headers: rest as Capture['headers'], body: body.toString('base64') })
    })
      .on('error', reject)
      .end()
  })
}

import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ApiClient } from '../src/client/api/client.ts'
import type * as Entry from '../src/entry.server.tsx'
import type { RequestContext, Services } from '../src/platform/http/context.ts'
import { createApp } from '../src/server/app.ts'
import { createPageApiClient } from '../src/server/pages/api-client.ts'
import { createPageHandler, readCompany } from '../src/server/pages/handler.ts'
import { createPageKeys } from '../src/server/pages/page-keys.ts'
import { median } from './measure.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'

const rounds = 200
const warmUpRounds = 30
const perRound = 8
const moreMsMax = 0.7
const paths = {
  home: '/',
  article: '/insights/why-kigali-an-honest-answer',
  wizard: '/cohort-application',
}

/**
 * Measures the cost of an uncached page: the app without its cache, in this process, beside the renderer alone (React
 * Router with remembered API responses). The difference is the API, the database, hashes, headers and the log; then the
 * cost of compression. CPU time of all threads.
 */
export async function measureRendering(site: Site): Promise<string> {
  const { services } = site
  const build: ServerBuild = await import(new URL('../build/server/index.js', import.meta.url).href)
  const getBuild = async () => build
  const app = createApp(services, {
    handlePage: createPageHandler(getBuild, services.config, null, createPageKeys(getBuild)),
    cache: null,
  })
  const rows: string[][] = []
  for (const [name, path] of Object.entries(paths)) {
    const renderPage = (acceptEncoding: string) => async () => {
      const request = new Request(`http://localhost${path}`, {
        headers: { 'accept-encoding': acceptEncoding },
      })
      const response = await app.fetch(request, { peerAddress: '127.0.0.1' })
      if (response.status !== 200) throw new Error(`${path}: status ${response.status}`)
      // Sending the body is not measured here, but by the reading benchmark.
      await response.body?.cancel()
    }
    const uncompressed = renderPage('identity')
    const rendering = await inTurn(uncompressed, await rendererWithData(build, path, services))
    const compressing = await inTurn(renderPage('gzip, br'), uncompressed)
    rows.push([
      name,
      shown(rendering.first),
      shown(rendering.second),
      shown(rendering.more),
      atMost(rendering.more, moreMsMax),
      shown(compressing.more),
    ])
  }
  return table(['uncached page', 'CPU ms', 'renderer alone', 'more', 'goal', 'compressing'], rows)
}

/** Renders a page repeatedly, with the API's first responses. */
async function rendererWithData(build: ServerBuild, path: string, services: Services) {
  const entry = build.entry.module as unknown as typeof Entry
  const handler = createRequestHandler(build, 'production')
  const context = callContext(services, path)
  const api = remembering(createPageApiClient(context))
  const company = await readCompany(context)
  const render = async () => {
    const provider = new RouterContextProvider()
    provider.set(entry.apiContext, api)
    provider.set(entry.nonceContext, 'measured')
    provider.set(entry.logContext, console)
    provider.set(entry.siteUrlContext, '')
    provider.set(entry.avatarUrlContext, '')
    provider.set(entry.isMailSetUpContext, false)
    provider.set(entry.companyContext, company)
    const response = await handler(new Request(`http://localhost${path}`), provider)
    if (response.status !== 200) throw new Error(`${path} is rendered with ${response.status}`)
    await response.text()
  }
  await render()
  return render
}

/** A client that remembers the response of each request. */
function remembering(client: ApiClient): ApiClient {
  const responses = new Map<string, Promise<unknown>>()
  const wrap = (inner: object, path: string): object =>
    new Proxy(inner, {
      get: (target, name) => wrap(Reflect.get(target, name), `${path}.${String(name)}`),
      apply(target, self, args) {
        const key = path + JSON.stringify(args)
        const response =
          responses.get(key) ?? Reflect.apply(target as () => Promise<unknown>, self, args)
        responses.set(key, response)
        return response
      },
    })
  return wrap(client, '') as ApiClient
}

/** The context of a visitor's request. */
const callContext = (services: Services, path: string): RequestContext => ({
  ...services,
  requestId: 'bench',
  path,
  headers: new Headers(),
  clientIp: '127.0.0.1',
  viewer: null,
  hasInvalidToken: false,
  responseHeaders: new Headers(),
})

/**
 * @returns the CPU time of one call of each and the difference, in ms: medians. Rounds are short and alternate, so that
 *   other load on the machine affects both alike.
 */
async function inTurn(first: () => Promise<void>, second: () => Promise<void>) {
  const found: { first: number; second: number }[] = []
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const times = { first: await cpuOf(first), second: await cpuOf(second) }
    if (round >= warmUpRounds) found.push(times)
  }
  return {
    first: median(found.map((times) => times.first)),
    second: median(found.map((times) => times.second)),
    more: median(found.map((times) => times.first - times.second)),
  }
}

async function cpuOf(work: () => Promise<void>) {
  const before = process.cpuUsage()
  for (let call = 0; call < perRound; call += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / perRound
}

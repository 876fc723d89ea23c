import { type LookupAddress, promises } from 'node:dns'
import { once } from 'node:events'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { company } from '#shared/company.ts'
import { isPublicAddress } from './public-address.ts'

/** What a link's site says: missing is 404 or 410; silent is an error of the server, or no response at all. */
type LinkOutcome = 'answers' | 'missing' | 'silent'

export type AskOptions = {
  /** Where the server may connect to. */
  mayConnect?: (address: string, port: number) => boolean
  resolve?: (name: string) => Promise<LookupAddress[]>
  timeoutMs?: number
}

const redirectsMax = 5
const atOnce = 6

const isPublicSite = (address: string, port: number) =>
  isPublicAddress(address) && (port === 80 || port === 443)

const resolveAll = (name: string) => promises.lookup(name, { all: true })

/** Asks whether links answer, a few at once, each once. */
export async function askLinks(urls: readonly string[], options: AskOptions = {}) {
  const waiting = [...new Set(urls)]
  const results: { url: string; outcome: LinkOutcome }[] = []
  const askOneByOne = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      results.push({ url, outcome: await askLink(url, options) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askOneByOne))
  return results
}

async function askLink(url: string, { timeoutMs = 5_000, ...options }: AskOptions) {
  const signal = AbortSignal.timeout(timeoutMs)
  let outcome: LinkOutcome = 'silent'
  // There are sites that refuse HEAD, or say that what they have is missing.
  for (const method of ['HEAD', 'GET']) {
    outcome = await statusOf(new URL(url), method, signal, options).then(outcomeOf, () => 'silent')
    if (outcome === 'answers') break
  }
  return outcome
}

/** A site that refuses programs, by 403 or 429, may well have the page. */
function outcomeOf(status: number): LinkOutcome {
  if (status === 404 || status === 410) return 'missing'
  return status < 500 ? 'answers' : 'silent'
}

/** Follows redirects, each of which could lead into a network that is not public. */
async function statusOf(url: URL, method: string, signal: AbortSignal, options: AskOptions) {
  let at = url
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const { status, location } = await ask(at, method, signal, options)
    if (status < 300 || status > 399 || !location) return status
    at = new URL(location, at)
  }
  throw new Error('Too many redirects')
}

async function ask(
  url: URL,
  method: string,
  signal: AbortSignal,
  { mayConnect = isPublicSite, resolve = resolveAll }: AskOptions,
) {
  const isSecure = url.protocol === 'https:'
  if (!isSecure && url.protocol !== 'http:') throw new Error(`No request by ${url.protocol}`)
  const port = Number(url.port) || (isSecure ? 443 : 80)
  const name = url.hostname.replace(/^\[(.+)\]$/, '$1')
  const addresses = await Promise.race([resolve(name), rejectedBy(signal)])
  if (!addresses.every(({ address }) => mayConnect(address, port))) {
    throw new Error(`${url.host} is not public`)
  }
  return send(url, isSecure ? overHttps : overHttp, { method, signal, addresses })
}

type Sending = { method: string; signal: AbortSignal; addresses: LookupAddress[] }

function send(url: URL, request: typeof overHttp, { method, signal, addresses }: Sending) {
  type Head = { status: number; location: string | undefined }
  const { resolve, reject, promise } = Promise.withResolvers<Head>()
  request(url, {
    method,
    signal,
    agent: false,
    headers: { 'user-agent': `${company.name} link check`, accept: '*/*', range: 'bytes=0-0' },
    // Connects to what was checked: asked again, the name might lead elsewhere.
    lookup(_name, { all }, done) {
      const [first] = addresses
      if (all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  })
    .on('response', (response) => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, location: headers.location })
      response.destroy()
    })
    .on('error', reject)
    // After a 101, Node closes the connection without an error.
    .on('close', () => reject(new Error(`${url.host} closed the connection`)))
    .end()
  return promise
}

async function rejectedBy(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

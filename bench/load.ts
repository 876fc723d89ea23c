import autocannon from 'autocannon'
import { cpuMs, median, quantile } from './measure.ts'
import type { Server } from './servers.ts'

export type Round = {
  count: number
  requestsPerS: number
  p50Ms: number
  p99Ms: number
  /** The server's CPU time per request. */
  cpuMs: number
}

/** Sends requests as fast as the server responds. @throws unless every response is successful */
export async function loadServer(
  server: Server,
  options: Omit<autocannon.Options, 'url'> & { path?: string },
): Promise<Round> {
  const { path = '', ...rest } = options
  const timesMs: number[] = []
  const cpuBefore = cpuMs(server.pid)
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const whole = { url: server.url + path, ...rest }
    const run = autocannon(whole, (error, found) => (error ? reject(error) : resolve(found)))
    // The library's own histogram has a resolution of one millisecond.
    run.on('response', (_client, _status, _bytes, timeMs) => {
      timesMs.push(timeMs)
      lastAt = performance.now()
    })
  })
  // The run ends at a whole second, so the duration is measured to the last response.
  const durationS = (lastAt - startedAt) / 1000
  const failures = result.non2xx + result.errors + result.mismatches
  if (failures > 0 || timesMs.length === 0) {
    throw new Error(`${failures} of ${timesMs.length} responses of ${path} were not successful`)
  }
  return {
    count: timesMs.length,
    requestsPerS: timesMs.length / durationS,
    p50Ms: median(timesMs),
    p99Ms: quantile(timesMs, 0.99),
    cpuMs: (cpuMs(server.pid) - cpuBefore) / timesMs.length,
  }
}

/** The median of each value, since other load on the machine distorts single rounds. */
export const typical = (rounds: readonly Round[]): Round => ({
  count: median(rounds.map((round) => round.count)),
  requestsPerS: median(rounds.map((round) => round.requestsPerS)),
  p50Ms: median(rounds.map((round) => round.p50Ms)),
  p99Ms: median(rounds.map((round) => round.p99Ms)),
  cpuMs: median(rounds.map((round) => round.cpuMs)),
})

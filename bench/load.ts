import autocannon from 'autocannon'
import { cpuMs, median, quantile } from './measure.ts'
import type { Server } from './servers.ts'

export type Round = {
  requestsPerS: number
  p50Ms: number
  p99Ms: number
  /** The server's processor time for one request. */
  cpuMs: number
}

/** Sends requests to a server as fast as it answers. @throws unless every answer is a good one */
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
    // Its own histogram counts in whole milliseconds.
    run.on('response', (_client, _status, _bytes, timeMs) => {
      timesMs.push(timeMs)
      lastAt = performance.now()
    })
  })
  // It ends with a whole second, however long ago the last answer came.
  const durationS = (lastAt - startedAt) / 1000
  const failures = result.non2xx + result.errors + result.mismatches
  if (failures > 0 || timesMs.length === 0) {
    throw new Error(`${failures} of ${timesMs.length} answers of ${path} were no good ones`)
  }
  return {
    requestsPerS: timesMs.length / durationS,
    p50Ms: median(timesMs),
    p99Ms: quantile(timesMs, 0.99),
    cpuMs: (cpuMs(server.pid) - cpuBefore) / timesMs.length,
  }
}

/** The median of each figure, since a shared machine disturbs single rounds. */
export const typical = (rounds: readonly Round[]): Round => ({
  requestsPerS: median(rounds.map((round) => round.requestsPerS)),
  p50Ms: median(rounds.map((round) => round.p50Ms)),
  p99Ms: median(rounds.map((round) => round.p99Ms)),
  cpuMs: median(rounds.map((round) => round.cpuMs)),
})

import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Finds free TCP ports of 127.0.0.1, no two of them the same.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      return probe
    }),
  )
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports
}

/**
 * Finds a free TCP port of 127.0.0.1.
 *
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  const [port] = await findFreePorts(1)
  return port
}

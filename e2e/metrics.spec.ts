import { startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

const token = 'a-token-for-scrapes-that-is-long-enough'

test('any of several processes tells the metrics of all of them', async () => {
  const server = await startServer({ WORKERS: '2', METRICS_TOKEN: token })
  try {
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { headers: { connection: 'close', ...headers } })
    for (let visit = 0; visit < 6; visit += 1) expect((await get('/contact')).status).toBe(200)
    const read = async () =>
      await (await get('/metrics', { authorization: `Bearer ${token}` })).text()
    // A process that is still starting is left out.
    await expect.poll(read).toContain('huza_uptime_seconds{process="2"}')
    const text = await read()
    expect(text).toContain('huza_requests_total{route="/contact",status="200"} 6\n')
    expect(text).toContain('huza_uptime_seconds{process="1"}')
    expect((await get('/metrics')).status).toBe(401)
  } finally {
    await server.stop()
  }
})

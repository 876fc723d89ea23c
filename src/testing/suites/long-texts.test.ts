import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { allProcedures } from '#api/all-procedures.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { procedures } from '../bad-requests.ts'
import { threadMsOf } from '../event-loop.ts'

/** Texts on which a backtracking pattern takes quadratic time. */
const longTexts = [
  `a@${'.'.repeat(30_000)}@`,
  `${'/'.repeat(30_000)}a`,
  `a${' '.repeat(30_000)}a`,
  `${'-'.repeat(30_000)}a`,
  '1'.repeat(30_000),
]
const soonMs = 500

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test.each(procedures.map((procedure) => [procedure.name, procedure] as const))(
  '%s validates long texts without delay',
  async (name, { input }) => {
    const schema = allProcedures.get(name)?.inputSchema as z.ZodType | undefined
    if (!schema) return
    for (const text of longTexts) {
      const fields = Object.keys(input.properties ?? {}).map((field) => [field, text])
      const threadMs = await threadMsOf(() => schema.safeParseAsync(Object.fromEntries(fields)))
      expect(threadMs).toBeLessThan(soonMs)
    }
  },
  60_000,
)

test.each(['/api', '', '/insights', '/images'])(
  'a long URL under %s gets a response without delay',
  async (path) => {
    for (const end of ['/'.repeat(15_000), '.a'.repeat(7_500), '%2f'.repeat(5_000)]) {
      const threadMs = await threadMsOf(async () => {
        const response = await app.request(`${path}/${end}-`)
        expect(response.status).toBeGreaterThanOrEqual(400)
      })
      expect(threadMs).toBeLessThan(soonMs)
    }
  },
  60_000,
)

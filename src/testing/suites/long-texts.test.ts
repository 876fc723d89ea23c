import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#api/contract.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { calls } from '../bad-requests.ts'

/** Texts over which a pattern takes the square of their length, where it is one that goes back and tries again. */
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

test.each(calls.map((call) => [call.name, call] as const))(
  '%s finds out at once what is wrong with long texts',
  async (name, { input }) => {
    const [feature = '', call = ''] = name.split('.')
    const procedure = (contract as Record<string, Record<string, unknown>>)[feature]?.[call]
    const schema = isContractProcedure(procedure) && (procedure['~orpc'].inputSchema as z.ZodType)
    if (!schema) return
    for (const text of longTexts) {
      const fields = Object.keys(input.properties ?? {}).map((field) => [field, text])
      const startedAt = performance.now()
      await schema.safeParseAsync(Object.fromEntries(fields))
      expect(performance.now() - startedAt).toBeLessThan(soonMs)
    }
  },
  60_000,
)

test.each(['/api', '', '/insights', '/images'])(
  'a long address under %s is answered at once',
  async (path) => {
    for (const end of ['/'.repeat(15_000), '.a'.repeat(7_500), '%2f'.repeat(5_000)]) {
      const startedAt = performance.now()
      const answer = await app.request(`${path}/${end}-`)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(performance.now() - startedAt).toBeLessThan(soonMs)
    }
  },
  60_000,
)

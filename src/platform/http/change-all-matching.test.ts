import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { changeAllMatching } from './change-all-matching.ts'
import type { RequestContext } from './context.ts'

async function* windows() {
  yield [1, 2]
  yield [3]
}

test('a batch that is killed between two of its transactions has told what it had changed', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database } = app.services
  const context = { ...app.services, clientIp: '10.0.0.1' } as RequestContext
  const steps = await changeAllMatching(context, {
    noun: 'application',
    filters: { status: ['PENDING'], search: 'Aline' },
    seenTotal: 3,
    find: windows,
    change: async (seen, batch) => ({ succeeded: [...seen], failed: [], batch }),
    tags: [],
    details: { action: 'status' },
    findNames: async () => new Map(),
  })
  const readDetails = async () => {
    const lines = await database.selectFrom('audit_log').select('details').execute()
    return lines.map(({ details }) => JSON.parse(details))
  }
  expect(await readDetails()).toEqual([])
  await steps.next()
  const told = { action: 'status', failed: 0, filters: { status: ['PENDING'], is_searched: true } }
  expect(await readDetails()).toEqual([{ ...told, succeeded: 2 }])
  await steps.next()
  expect(await readDetails()).toEqual([{ ...told, succeeded: 3 }])
})

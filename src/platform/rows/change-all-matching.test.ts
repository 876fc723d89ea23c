import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, openTestViewer } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { RequestContext } from '../http/context.ts'
import { changeAllMatching } from './change-all-matching.ts'

let app: TestApp
let context: RequestContext
beforeEach(async () => {
  app = await startTestApp()
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const viewer = await openTestViewer(app.services, user)
  context = { ...app.services, clientIp: '10.0.0.1', viewer } as RequestContext
})
afterEach(() => app[Symbol.asyncDispose]())

async function* windows() {
  yield [1, 2]
  yield [3]
}

/**
 * Begins a batch.
 * @param breaksAt the row that is never changed
 * @returns its steps, and what it has changed
 */
async function begin(breaksAt = 0) {
  const changed: number[] = []
  const steps = await changeAllMatching(context, {
    noun: 'application',
    filters: { status: ['PENDING'], search: 'Aline' },
    seenTotal: 3,
    find: windows,
    change: async (seen, batch, tell) => {
      const outcome = { succeeded: [...seen], failed: [] }
      await app.services.database.transaction().execute(async (transaction) => {
        await tell(transaction, outcome)
        if (seen.includes(breaksAt)) throw new Error('killed')
      })
      changed.push(...seen)
      return { ...outcome, batch }
    },
    tags: [],
    details: { action: 'status' },
    findNames: async () => new Map(),
  })
  return { steps, changed }
}

const readDetails = async () => {
  const all = app.services.database.selectFrom('audit_log').select('details')
  const lines = await all.where('action', '=', 'batch').execute()
  return lines.map(({ details }) => JSON.parse(details))
}

const told = {
  action: 'status',
  total: 3,
  failed: 0,
  filters: { status: ['PENDING'], is_searched: true },
}

test('a batch that is killed between two of its transactions has told what it had changed', async () => {
  const { steps } = await begin()
  expect(await readDetails()).toEqual([])
  await steps.next()
  expect(await readDetails()).toEqual([{ ...told, succeeded: 2 }])
  await steps.next()
  expect(await readDetails()).toEqual([{ ...told, succeeded: 3 }])
})

test('a batch that is killed as soon as a transaction has ended has told that as well', async () => {
  const invalidate = () => {
    throw new Error('killed')
  }
  context = { ...context, tagVersions: { ...context.tagVersions, invalidate } }
  const { steps, changed } = await begin()
  await expect(steps.next()).rejects.toThrow('killed')
  expect(changed).toEqual([1, 2])
  expect(await readDetails()).toEqual([{ ...told, succeeded: 2 }])
})

test('what a transaction would have changed that was not committed is not told', async () => {
  const { steps, changed } = await begin(3)
  await steps.next()
  await expect(steps.next()).rejects.toThrow('killed')
  expect(changed).toEqual([1, 2])
  expect(await readDetails()).toEqual([{ ...told, succeeded: 2 }])
})

test.each([
  ['is disabled', { disabled_at: '2026-03-02T08:00:00.000Z' }, 'Your session has ended'],
  ['gets another role', { role: 'EDITOR' }, 'Your role was changed'],
])(
  'a batch whose author %s changes no more, and its line tells of how many',
  async (_, changes, reason) => {
    const { steps, changed } = await begin()
    await steps.next()
    await app.services.database.updateTable('users').set(changes).execute()
    await expect(steps.next()).rejects.toThrow(`${reason}, so the rest stays as it was.`)
    expect(changed).toEqual([1, 2])
    expect(await readDetails()).toEqual([{ ...told, succeeded: 2 }])
  },
)

test('a batch whose author signs out changes no more', async () => {
  const { steps, changed } = await begin()
  await steps.next()
  const ended_at = app.services.now().toISOString()
  await app.services.database.updateTable('sessions').set({ ended_at }).execute()
  await expect(steps.next()).rejects.toThrow('Your session has ended')
  expect(changed).toEqual([1, 2])
})

test('a batch that is complete is told so, whoever its author is by now', async () => {
  const { steps } = await begin()
  await steps.next()
  await steps.next()
  await app.services.database.updateTable('users').set({ role: 'EDITOR' }).execute()
  expect(await steps.next()).toMatchObject({ done: true })
})

import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUser, openTestViewer } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'
import type { RequestContext } from '../http/context.ts'
import { importChunks, rowsInTurns } from './import-report.ts'

test('other requests get their turn between rows that take long to check', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      await setImmediate()
      turns += 1
    }
  })()
  const read: number[] = []
  for await (const row of rowsInTurns([1, 2, 3, 4, 5, 6])) {
    time += 6
    read.push(row)
  }
  expect(read).toEqual([1, 2, 3, 4, 5, 6])
  expect(turns).toBeGreaterThanOrEqual(3)
  isDone = true
  await others
})

test.each([
  ['is disabled', { disabled_at: '2026-03-02T08:00:00.000Z' }, 'Your session has ended'],
  ['gets another role', { role: 'EDITOR' }, 'Your role was changed'],
])(
  'an import whose author %s stores no more of its parts, and what it has stored is told',
  async (_, changes, reason) => {
    const app = await startTestApp()
    onTestFinished(() => app[Symbol.asyncDispose]())
    const user = await createUser(app.services, { role: 'RECRUITER' })
    const viewer = await openTestViewer(app.services, user)
    const context = { ...app.services, viewer } as RequestContext
    const rows = Array.from({ length: 1_200 }, (_, index) => index)
    const version = () => app.services.tagVersions.versionOf('Subscriber')
    const before = version()
    const parts = importChunks(rows, { context, tags: ['Subscriber'] })
    expect((await parts.next()).value).toHaveLength(500)
    expect(version()).toBe(before)
    expect((await parts.next()).value).toHaveLength(500)
    expect(version()).toBe(before + 1)
    await app.services.database.updateTable('users').set(changes).execute()
    await expect(parts.next()).rejects.toThrow(
      `${reason}, so the rest of the file was not imported.`,
    )
    expect(version()).toBe(before + 2)
  },
)

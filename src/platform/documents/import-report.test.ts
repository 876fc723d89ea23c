import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rowsInTurns } from './import-report.ts'

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

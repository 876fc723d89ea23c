import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

test('work that takes longer than its interval neither overlaps nor piles up', async () => {
  let begun = 0
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 1)
  const first = Promise.withResolvers<void>()
  const stop = repeat(async () => {
    begun += 1
    if (begun === 1) await first.promise
  }, 1)
  await expect.poll(() => ticks).toBeGreaterThan(20)
  clearInterval(ticking)
  expect(begun).toBe(1)
  const stopped = stop()
  first.resolve()
  await stopped
  expect(begun).toBe(1)
})

test('stopping waits for the run under way, and no other begins', async () => {
  const first = Promise.withResolvers<void>()
  let isDone = false
  const stop = repeat(async () => {
    await first.promise
    isDone = true
  }, 1)
  const stopped = stop().then(() => isDone)
  first.resolve()
  expect(await stopped).toBe(true)
})

import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

/** Lets an interval of a millisecond come round twenty times. */
async function passTurns() {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 1)
  await expect.poll(() => turns).toBeGreaterThan(20)
  clearInterval(ticking)
}

test('work that takes longer than its interval neither overlaps nor piles up', async () => {
  let begun = 0
  const first = Promise.withResolvers<void>()
  const stop = repeat(async () => {
    begun += 1
    if (begun === 1) await first.promise
  }, 1)
  await passTurns()
  expect(begun).toBe(1)
  const stopped = stop()
  first.resolve()
  await stopped
  expect(begun).toBe(1)
})

test('stopping waits for the run under way, and no other begins', async () => {
  const first = Promise.withResolvers<void>()
  let begun = 0
  let isDone = false
  const stop = repeat(async () => {
    begun += 1
    await first.promise
    isDone = true
  }, 1)
  const stopped = stop().then(() => isDone)
  first.resolve()
  expect(await stopped).toBe(true)
  await passTurns()
  expect(begun).toBe(1)
})

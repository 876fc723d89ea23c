import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const verify = (hash: string | undefined, password: string) =>
  verifyPassword(hash, password, new Headers())

test('a password matches in any Unicode normalization', async () => {
  const hash = await hashPassword('cafe\u0301 au lait')
  expect(await verify(hash, 'caf\u00e9 au lait')).toBe(true)
  expect(await verify(hash, 'cafe au lait')).toBe(false)
})

test('verification without an account takes as much work as with one', async () => {
  const hash = await hashPassword('a password')
  expect(await verify(undefined, 'a password')).toBe(false)
  /** The processor time of this process's threads, so that nothing else on the machine counts. */
  const processorMs = async (stored: string | undefined) => {
    const start = process.cpuUsage()
    await verify(stored, 'guess')
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const [without, withOne]: [number[], number[]] = [[], []]
  for (let round = 0; round < 10; round += 1) {
    without.push(await processorMs(undefined))
    withOne.push(await processorMs(hash))
  }
  // The least of each has nothing of what this process does besides, such as collecting garbage.
  const ratio = Math.min(...without) / Math.min(...withOne)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('a flood is refused beyond the queue, and the queue is processed completely', async () => {
  const responseHeaders = new Headers()
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => hashPassword('x', responseHeaders)),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBe(200 - 63)
  expect(refused[0]?.reason).toMatchObject({ status: 429 })
  expect(responseHeaders.get('retry-after')).toBe('5')
  await expect(hashPassword('afterwards')).resolves.toContain('$argon2id$')
})

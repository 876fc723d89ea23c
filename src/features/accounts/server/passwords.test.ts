import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const verify = (hash: string | undefined, password: string) =>
  verifyPassword(hash, password, new Headers())

test('a password is right however its accents were typed', async () => {
  const hash = await hashPassword('cafe\u0301 au lait')
  expect(await verify(hash, 'caf\u00e9 au lait')).toBe(true)
  expect(await verify(hash, 'cafe au lait')).toBe(false)
})

test('without an account no password is right, and finding out takes as long', async () => {
  const hash = await hashPassword('a password')
  expect(await verify(undefined, 'a password')).toBe(false)
  // In turns, so that a machine that is busy for a moment is so for both.
  const times = { unknown: [] as number[], known: [] as number[] }
  for (let round = 0; round < 15; round += 1) {
    for (const [who, stored] of [
      ['unknown', undefined],
      ['known', hash],
    ] as const) {
      const startedAt = performance.now()
      await verify(stored, 'guess')
      times[who].push(performance.now() - startedAt)
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[7] ?? 0
  const ratio = median(times.unknown) / median(times.known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('a flood is refused beyond the queue, and the queue is served to its end', async () => {
  const answerHeaders = new Headers()
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => hashPassword('x', answerHeaders)),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBe(200 - 63)
  expect(refused[0]?.reason).toMatchObject({ status: 429 })
  expect(answerHeaders.get('retry-after')).toBe('5')
  await expect(hashPassword('afterwards')).resolves.toContain('$argon2id$')
})

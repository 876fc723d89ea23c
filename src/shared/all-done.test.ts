import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allDone } from './all-done.ts'

test('the reason is what failed first, not what stands first', async () => {
  const order: string[] = []
  const fails = async (name: string, ms: number) => {
    await wait(ms)
    order.push(name)
    throw new Error(name)
  }
  await expect(allDone([fails('of the first', 20), fails('the cause', 1), 3])).rejects.toThrow(
    'the cause',
  )
  expect(order).toEqual(['the cause', 'of the first'])
})

import { expect, test } from 'vitest'
import { createGroupSync } from './group-sync.ts'

/** A sync that ends when the test says so. */
function controlledSync() {
  const begun: PromiseWithResolvers<void>[] = []
  const sync = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return { begun, sync }
}

test('all who come while a sync is under way share the next one, and nobody is told by one that began before', async () => {
  const { begun, sync } = controlledSync()
  const group = createGroupSync(sync)
  const told: string[] = []
  const first = group.wait().then(() => told.push('first'))
  await expect.poll(() => begun.length).toBe(1)
  const others = ['second', 'third'].map((name) => group.wait().then(() => told.push(name)))
  begun[0]?.resolve()
  await first
  await expect.poll(() => begun.length).toBe(2)
  expect(told).toEqual(['first'])
  begun[1]?.resolve()
  await Promise.all(others)
  expect([told, begun.length]).toEqual([['first', 'second', 'third'], 2])
})

test('why a sync failed reaches all of its members, and the next ones try again', async () => {
  const { begun, sync } = controlledSync()
  const group = createGroupSync(sync)
  const first = group.wait()
  await expect.poll(() => begun.length).toBe(1)
  const members = [group.wait(), group.wait()]
  begun[0]?.resolve()
  await first
  await expect.poll(() => begun.length).toBe(2)
  const later = group.wait()
  begun[1]?.reject(new Error('The disk is gone'))
  for (const member of members) await expect(member).rejects.toThrow('The disk is gone')
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.resolve()
  await later
})

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { inSlot, shareSlots, takeSlot } from './machine-slots.ts'

test('no more have a slot at once than it says, and they follow in their order', async () => {
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
  }
  const limits = { max: 1, waitingMax: 2, full: () => new Error('full') }
  const run = (name: string) => inSlot('order', limits, work(name))
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(run))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('work that fails gives its slot back', async () => {
  const limits = { max: 1, waitingMax: 0, full: () => new Error('full') }
  const failing = inSlot('failing', limits, () => Promise.reject(new Error('it failed')))
  await expect(failing).rejects.toThrow('it failed')
  expect(await inSlot('failing', limits, async () => 'done')).toBe('done')
})

test('another name has slots of its own', async () => {
  const [one, other] = await Promise.all([takeSlot('one', 1), takeSlot('other', 1)])
  expect([one?.taken, other?.taken]).toEqual([1, 1])
  expect(await takeSlot('one', 1)).toBeNull()
})

test('workers share the slots of the machine, and one that is killed leaves its own', async () => {
  shareSlots()
  const [first, second] = await Promise.all([startWorker(), startWorker()])
  const limits = { max: 2, waitingMax: 1 }
  expect(await first.take(limits)).toBe(1)
  expect(await second.take(limits)).toBe(2)
  const takeHere = () => takeSlot('test', limits.max, limits.waitingMax)
  const afterFirst = takeHere()
  expect(await first.take(limits)).toBeNull()
  first.worker.send({ give: true })
  expect((await afterFirst)?.taken).toBe(2)

  const afterSecond = takeHere()
  second.worker.process.kill('SIGKILL')
  expect((await afterSecond)?.taken).toBe(2)
  const here = await afterFirst
  here?.release()
  expect(await first.take(limits)).toBe(2)
})

async function startWorker() {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../../testing/slots-worker.ts', import.meta.url)),
  })
  const worker = cluster.fork()
  onTestFinished(async () => {
    if (worker.isDead()) return
    worker.process.kill('SIGKILL')
    await once(worker, 'exit')
  })
  await answerOf(worker)
  return {
    worker,
    take(limits: { max: number; waitingMax: number }) {
      const answer = answerOf(worker)
      worker.send({ take: limits })
      return answer
    },
  }
}

const answerOf = (worker: Worker) =>
  new Promise((resolve) => {
    const receive = (message: { tested?: unknown }) => {
      if (!('tested' in message)) return
      worker.off('message', receive)
      resolve(message.tested)
    }
    worker.on('message', receive)
  })

import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { messageIdOf, readMessageId } from './message-id.ts'

const signer = { secret: 'a secret for tests that is long enough' }

test('the id of an email is found among those of a long thread', () => {
  const others = '<outbox-1.00000000000000000000@huza.example> <1@mail.example> '.repeat(50)
  expect(readMessageId(signer, others + messageIdOf(signer, 12))).toBe(12)
})

test('half a megabyte of forged ids takes no time', async () => {
  const forged = `outbox-1.${'a'.repeat(20)}@`.repeat(17_000)
  expect(await threadMsOf(() => readMessageId(signer, forged))).toBeLessThan(60)
})

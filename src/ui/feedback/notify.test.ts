import { expect, test } from 'vitest'
import { dismiss, notificationStore, notify } from './notify.ts'

test('keeps notifications in their order, with a default duration of five seconds', () => {
  const first = notify({ type: 'error', message: 'EMAIL: Please enter a valid email address' })
  const second = notify({ type: 'success', message: 'Saved', durationMs: 3000 })

  expect(notificationStore.getSnapshot()).toMatchObject([
    { id: first, durationMs: 5000 },
    { id: second, durationMs: 3000 },
  ])
  dismiss(first)
  dismiss(second)
})

test('dismiss removes one notification and ignores an id that has been removed already', () => {
  const first = notify({ type: 'info', message: 'One' })
  const second = notify({ type: 'info', message: 'Two' })

  dismiss(first)
  dismiss(first)

  expect(notificationStore.getSnapshot().map(({ id }) => id)).toEqual([second])
  dismiss(second)
})

test('calls listeners at every change until they unsubscribe', () => {
  let calls = 0
  const unsubscribe = notificationStore.subscribe(() => {
    calls += 1
  })

  dismiss(notify({ type: 'info', message: 'Heard' }))
  unsubscribe()
  dismiss(notify({ type: 'info', message: 'Not heard' }))

  expect(calls).toBe(2)
})

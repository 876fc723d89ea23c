import { expect, test } from 'vitest'
import { dismiss, notificationStore, notify } from './notify.ts'

test('notifications stand in the order they came, five seconds each unless they say otherwise', () => {
  const first = notify({ type: 'error', message: 'EMAIL: Please enter a valid email address' })
  const second = notify({ type: 'success', message: 'Saved', durationMs: 3000 })

  expect(notificationStore.getSnapshot()).toMatchObject([
    { id: first, durationMs: 5000 },
    { id: second, durationMs: 3000 },
  ])
  dismiss(first)
  dismiss(second)
})

test('dismissing takes one notification away, and one that has gone is no mistake', () => {
  const first = notify({ type: 'info', message: 'One' })
  const second = notify({ type: 'info', message: 'Two' })

  dismiss(first)
  dismiss(first)

  expect(notificationStore.getSnapshot().map(({ id }) => id)).toEqual([second])
  dismiss(second)
})

test('listeners hear of every change until they leave', () => {
  let heard = 0
  const leave = notificationStore.subscribe(() => {
    heard += 1
  })

  dismiss(notify({ type: 'info', message: 'Heard' }))
  leave()
  dismiss(notify({ type: 'info', message: 'Not heard' }))

  expect(heard).toBe(2)
})

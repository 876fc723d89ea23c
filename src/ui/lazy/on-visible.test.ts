import { expect, onTestFinished, test, vi } from 'vitest'
import { onVisible } from './on-visible.ts'

type Tell = (entries: { isIntersecting: boolean }[]) => void

test('what was far and is near by the time that a busy page looks is told of, once', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  let tell: Tell = () => {}
  const disconnect = vi.fn()
  class Observer {
    disconnect = disconnect
    observe = () => {}
    constructor(callback: Tell) {
      tell = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const callback = vi.fn()
  onVisible({} as Element, '0px', callback)
  tell([{ isIntersecting: false }])
  expect(callback).not.toHaveBeenCalled()
  tell([{ isIntersecting: false }, { isIntersecting: true }])
  expect([callback, disconnect].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

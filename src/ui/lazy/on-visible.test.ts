import { expect, onTestFinished, test, vi } from 'vitest'
import { onVisible } from './on-visible.ts'

type Report = (entries: { isIntersecting: boolean }[]) => void

test('calls back once, also when one batch has entries before and after the element came into view', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  let report: Report = () => {}
  const disconnect = vi.fn()
  class Observer {
    disconnect = disconnect
    observe = () => {}
    constructor(callback: Report) {
      report = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const callback = vi.fn()
  onVisible({} as Element, '0px', callback)
  report([{ isIntersecting: false }])
  expect(callback).not.toHaveBeenCalled()
  report([{ isIntersecting: false }, { isIntersecting: true }])
  expect([callback, disconnect].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

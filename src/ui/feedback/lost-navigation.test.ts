import { expect, test, vi } from 'vitest'
import {
  hideLostNavigation,
  notifyOfLostNavigation,
  showLostNavigation,
} from './lost-navigation.ts'
import { notificationStore } from './notify.ts'

const shown = () => notificationStore.getSnapshot()

test('a page that the visitor gave up is promised again only when it is asked for again', () => {
  const end = notifyOfLostNavigation(() => {})
  hideLostNavigation()
  expect(shown()).toEqual([])
  showLostNavigation()
  expect(shown()).toMatchObject([
    { message: expect.stringMatching(/^The page could not be reached/) },
  ])
  end()
  showLostNavigation()
  expect(shown()).toEqual([])
})

test('the promise is shown until nothing waits any more, and its button asks for all', () => {
  const retries = [vi.fn(), vi.fn()]
  const [endFirst, endSecond] = retries.map(notifyOfLostNavigation)
  endFirst?.()
  expect(shown()).toHaveLength(1)
  shown()[0]?.action?.onPress()
  expect(retries.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  endSecond?.()
  expect(shown()).toEqual([])
})

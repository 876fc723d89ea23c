import { expect, test } from 'vitest'
import { steps } from './steps.tsx'

test('what an application needs is chosen before the step that sends it, and the last confirms it', () => {
  const send = steps.findIndex(({ sends }) => sends)
  const choices = steps.slice(0, send).flatMap(({ chooses }) => chooses ?? [])
  expect(choices).toEqual(['cohort', 'techStack'])
  expect(send).toBe(steps.length - 2)
  const shown = steps.map(({ canShow }) =>
    canShow({ cohort: null, techStack: null, isRefused: false, submitted: null }),
  )
  expect(shown).toEqual(steps.map((_, index) => index === 0))
})

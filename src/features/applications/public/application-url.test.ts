import { expect, test } from 'vitest'
import { applicationUrl, parseApplicationUrl } from './application-url.ts'

const parse = (search: string) => parseApplicationUrl(new URLSearchParams(search))

test('the step follows from the choices in the URL, unless it names another', () => {
  expect(parse('')).toEqual({ step: 1 })
  expect(parse('?cohort=3')).toEqual({ cohort: '3', step: 2 })
  expect(parse('?cohort=3&tech_stack=react-js')).toMatchObject({ tech_stack: 'react-js', step: 3 })
  expect(parse('?cohort=3&step=1')).toEqual({ cohort: '3', step: 1 })
  expect(parse('?cohort=&tech_stack=react-js').step).toBe(1)
})

test.each(['0', '5', '1.5', 'x', '-1', 'Infinity', ''])('a step named %j is none', (step) => {
  expect(parse(`?cohort=3&step=${step}`).step).toBe(1)
})

test('the URL of each step leads to it with the choices', () => {
  expect(applicationUrl(1, {})).toBe('/cohort-application')
  expect(applicationUrl(2, { cohort: '3' })).toBe('/cohort-application?cohort=3')
  const chosen = { cohort: '3', tech_stack: 'c&a' }
  for (const step of [1, 2, 3, 4]) {
    const { search } = new URL(applicationUrl(step, chosen), 'http://localhost')
    expect(parse(search)).toEqual({ ...chosen, step })
  }
})

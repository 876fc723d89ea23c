import { expect, test } from 'vitest'
import { applicationFields } from '../application-schemas.ts'
import { emptyValues, hasKeyFields, isFilled, missingLabels, toWire } from './application-values.ts'

const resume = new File(['x'], 'cv.pdf')
const filled = {
  ...emptyValues.values,
  first_name: 'Aline',
  last_name: 'Uwase',
  date_of_birth: '2002-05-17',
  identification: '1 1998',
  gender: 'FEMALE',
  email: 'aline@example.rw',
  phone_number: '+250788123456',
}

test("a relative's phone number is asked for, but an application needs none", () => {
  expect(missingLabels(emptyValues)).toEqual([
    'First name',
    'Last name',
    'Date of birth',
    'National ID',
    'Gender',
    'Email',
    'Phone number',
    'Resume',
  ])
  expect(missingLabels({ values: filled, resume })).toEqual([])
})

test('Submit needs the key fields, but not the resume', () => {
  expect(hasKeyFields({ values: filled, resume: null })).toBe(true)
  expect(hasKeyFields({ values: { ...filled, last_name: '' }, resume })).toBe(false)
})

test('the choices of the first steps are nothing that leaving would lose', () => {
  const chosen = { ...emptyValues.values, cohort: '7', tech_stack: 'react-js' }
  expect(isFilled({ values: chosen, resume: null })).toBe(false)
  expect(isFilled({ values: chosen, resume })).toBe(true)
})

test('the request has exactly the fields of the API, but for those that may differ the next time', () => {
  const sent = toWire({ values: filled, resume }).map(([name]) => name)
  const others = ['done_at', 'website', 'form_token']
  expect([...sent, ...others].toSorted()).toEqual(applicationFields.toSorted())
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../validation.ts'
import { emptyValues, fieldRules, fields, neededFields, toWire } from './application-values.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T21:30:00Z') }))
afterEach(() => vi.useRealTimers())

const pdf = (bytes = 10) => new File([new Uint8Array(bytes)], 'cv.pdf')
const check = (field: keyof typeof fieldRules, value: unknown) =>
  (fieldRules[field] as (value: unknown) => true | string)(value)

test('an empty form has an error for every required field', () => {
  const errors = fields.map((field) => fieldRules[field] && check(field, emptyValues[field]))
  expect(errors.filter((error) => typeof error === 'string')).toEqual([
    'First name is required',
    'Last name is required',
    'Date of birth is required',
    'National ID is required',
    'Gender is required',
    'Email is required',
    'Phone number is required',
    'Resume is required',
  ])
})

test("a relative's phone number is asked for, but an application needs none", () => {
  expect(neededFields).toEqual([
    ...['firstName', 'lastName', 'dateOfBirth', 'identification', 'gender', 'email', 'phone'],
    'resume',
  ])
  expect(fieldRules.otherPhoneNumber).toBeUndefined()
})

test('a field with only spaces counts as empty', () => {
  expect(check('firstName', '  ')).toBe(messages.firstName)
  expect(check('identification', ' ')).toBe(messages.identification)
})

test('an email needs a valid format', () => {
  expect(check('email', 'aline@example')).toBe('Please enter a valid email')
  expect(check('email', ' aline@example.rw ')).toBe(true)
})

test('an applicant is 18 from their birthday in Kigali', () => {
  expect(check('dateOfBirth', '2008-03-02')).toBe(true)
  expect(check('dateOfBirth', '2008-03-03')).toBe('You must be at least 18 years old')
  vi.setSystemTime(new Date('2026-03-02T22:00:00Z'))
  expect(check('dateOfBirth', '2008-03-03')).toBe(true)
})

test('a national ID may contain spaces', () => {
  expect(check('identification', '1 1998 8 0000000 0 00')).toBe(true)
  expect(check('identification', 'PC-123/45')).toBe(true)
  expect(check('identification', 'a_b_c')).toBe('Invalid National ID format')
})

test('a resume is rejected if its type or size is invalid, or if it is empty', () => {
  expect(check('resume', pdf())).toBe(true)
  expect(check('resume', new File(['x'], 'cv.exe'))).toBe(messages.resumeType)
  expect(check('resume', pdf(0))).toBe(messages.resumeEmpty)
  expect(check('resume', pdf(10 * 1024 * 1024 + 1))).toBe(messages.resumeSize)
})

test('an experience level that is not chosen is sent empty', () => {
  expect(Object.fromEntries(toWire(emptyValues, 7, 'react-js'))).toMatchObject({ level: '' })
})

test('the request has exactly the field names of the wire', () => {
  const sent = toWire({ ...emptyValues, identification: '1 1998', resume: pdf() }, 7, 'react-js')
  expect(sent.map(([name]) => name)).toEqual([
    'first_name',
    'last_name',
    'email',
    'phone_number',
    'date_of_birth',
    'identification',
    'other_phone_number',
    'cohort',
    'tech_stack',
    'resume',
    'level',
    'gender',
    'description',
  ])
  expect(Object.fromEntries(sent)).toMatchObject({
    cohort: '7',
    tech_stack: 'react-js',
    identification: '11998',
  })
})

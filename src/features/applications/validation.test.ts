import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { validateForm } from '#shared/validation.ts'
import { type ApplicationField, applicationForm, messages, toSent } from './validation.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T21:30:00Z') }))
afterEach(() => vi.useRealTimers())

const pdf = (bytes = 10) => new File([new Uint8Array(bytes)], 'cv.pdf')
const fields = Object.keys(applicationForm.rules) as ApplicationField[]
const empty = Object.fromEntries(fields.map((field) => [field, ''])) as Record<
  ApplicationField,
  string
>
const check = (field: ApplicationField, value: string) =>
  validateForm(applicationForm, { ...empty, [field]: value }, () => pdf())[field]
const checkResume = (file: File) => validateForm(applicationForm, empty, () => file).resume

test('an empty form has an error for every required field', () => {
  const errors = validateForm(applicationForm, empty, () => null)
  const shown = applicationForm.order?.flatMap((field) => errors[field] ?? [])
  expect(shown).toEqual([
    'Please select a cohort',
    'Tech stack is required',
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

test('a field with only spaces counts as empty', () => {
  expect(check('first_name', '  ')).toBe(messages.firstName)
  expect(check('identification', ' ')).toBe(messages.identification)
})

test('an email needs a valid format', () => {
  expect(check('email', 'aline@example')).toBe('Please enter a valid email')
  expect(check('email', ' aline@example.rw ')).toBeUndefined()
})

test('an applicant is 18 from their birthday in Kigali', () => {
  expect(check('date_of_birth', '2008-03-02')).toBeUndefined()
  expect(check('date_of_birth', '2008-03-03')).toBe('You must be at least 18 years old')
  vi.setSystemTime(new Date('2026-03-02T22:00:00Z'))
  expect(check('date_of_birth', '2008-03-03')).toBeUndefined()
})

test('a national ID may contain spaces, which are not sent', () => {
  expect(check('identification', '1 1998 8 0000000 0 00')).toBeUndefined()
  expect(check('identification', 'PC-123/45')).toBeUndefined()
  expect(check('identification', 'a_b_c')).toBe('Invalid National ID format')
  expect(toSent({ ...empty, identification: '1 1998' }).identification).toBe('11998')
})

test('a gender or an experience level is one of those to choose from', () => {
  expect(check('gender', 'FEMALE')).toBeUndefined()
  expect(check('gender', 'female')).toBe('Gender is required')
  expect(check('level', '')).toBeUndefined()
  expect(check('level', 'EXPERT')).toBe('Please choose an experience level')
})

test('a resume is rejected if its type or size is invalid, or if it is empty', () => {
  expect(checkResume(pdf())).toBeUndefined()
  expect(checkResume(new File(['x'], 'cv.exe'))).toBe(messages.resumeType)
  expect(checkResume(pdf(0))).toBe(messages.resumeEmpty)
  expect(checkResume(pdf(10 * 1024 * 1024 + 1))).toBe(messages.resumeSize)
})

import { expect, test } from 'vitest'
import { greetingOf } from './visitor-email.ts'

test.each([
  ['Aline Uwase', 'Aline'],
  ['Jean de Dieu Habimana', 'Jean'],
  ['Uwimana Marie Claire', 'Uwimana'],
  ['UWASE ALINE', 'UWASE'],
  ['Ngũgĩ wa Thiong’o', 'Ngũgĩ'],
  ['Noëlla'.normalize('NFD'), 'Noëlla'.normalize('NFD')],
  ['İpek Yılmaz', 'İpek'],
  ["Anne-Marie O'Neil", 'Anne-Marie'],
  ["D'Angelo", "D'Angelo"],
  ['N’Golo Kanté', 'N’Golo'],
  ['小明 王', '小明'],
  // One word of a message is none.
  ['Your account is closed', 'Your'],
  ['Aline evil.example', 'Aline'],
  ['Aline\nYour account is closed', 'Aline'],
])('%j is greeted as %j', (name, first) => {
  expect(greetingOf(name)).toBe(`Dear ${first},`)
})

test.each([
  'evil.example/login',
  'evil．example',
  'aline@evil.example',
  'https://evil.example',
  'Aline: your account is closed',
  'Your-account-is-closed',
  'YourAccountIsClosed',
  '“Aline”',
  '0788 123 456',
  'A'.repeat(21),
  '<b>Aline</b>',
  'J. K. Mbabazi',
  'Mr Mbabazi',
  '...',
  '',
])('the typed name %j is left out of the greeting', (name) => {
  expect(greetingOf(name)).toBe('Hello,')
})

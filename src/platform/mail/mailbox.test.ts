import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'
import { emailKeyOf, mailboxOf } from './mailbox.ts'

test('all spellings of an address have one key', () => {
  const spellings = [
    'Ngũgĩ@Exámple.rw',
    'ngũgĩ@exámple.rw'.normalize('NFD'),
    ' ngũgĩ@xn--exmple-qta.rw ',
  ]
  expect(new Set(spellings.map(emailKeyOf))).toEqual(new Set(['ngũgĩ@xn--exmple-qta.rw']))
  expect(emailKeyOf('aline+work@example.rw')).not.toBe(emailKeyOf('aline@example.rw'))
})

test('subaddresses, and dots at Gmail, lead to the same mailbox', () => {
  expect(new Set(['a@x.rw', 'A+1@x.rw', 'a+2+3@x.rw'].map(mailboxOf))).toEqual(new Set(['a@x.rw']))
  const gmail = ['aline.uwase@gmail.com', 'a.lineuwase+1@googlemail.com', 'ALINEUWASE@GMAIL.COM']
  expect(new Set(gmail.map(mailboxOf))).toEqual(new Set(['alineuwase@gmail.com']))
  const others = ['a.b@x.rw', 'ab@x.rw', '+1@x.rw', '+2@x.rw', 'ab@y.rw']
  expect(new Set(others.map(mailboxOf)).size).toBe(5)
})

test('a name is greeted as it was typed', () => {
  const names = [
    'Aline Uwase',
    'Ngũgĩ wa Thiong’o',
    'J. K. Mbabazi',
    "Anne-Marie O'Neil",
    '王 小明',
  ]
  for (const name of names) expect(greetingOf(name)).toBe(`Dear ${name},`)
})

test.each([
  'evil.example/login',
  'Aline evil.example',
  'Aline evil．example',
  'evil dot com 24',
  'Call 0788 123 456',
  'aline@evil.example',
  'https://evil.example',
  'Aline: your account is closed',
  'Aline\nYour account is closed',
  'Your account with us has been closed today',
  'A'.repeat(41),
  '<b>Aline</b>',
  '“Aline”',
  '...',
  '',
])('the typed name %j is left out of the greeting', (name) => {
  expect(greetingOf(name)).toBe('Hello,')
})

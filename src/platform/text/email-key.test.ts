import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { emailKeyOf, mailboxOf } from './email-key.ts'

test('all spellings of an address have one key', () => {
  const spellings = [
    'Ngũgĩ@Exámple.rw',
    'ngũgĩ@exámple.rw'.normalize('NFD'),
    ' ngũgĩ@xn--exmple-qta.rw ',
  ]
  expect(new Set(spellings.map(emailKeyOf))).toEqual(new Set(['ngũgĩ@xn--exmple-qta.rw']))
  expect(emailKeyOf('aline+work@example.rw')).not.toBe(emailKeyOf('aline@example.rw'))
})

test('the key of a key is the same, whatever letter an address has', () => {
  expect(emailKeyOf('J\u030calal@example.rw')).toBe(emailKeyOf('\u01f0alal@example.rw'))
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
  const keys = letters
    .flatMap((letter) => [letter, letter.toUpperCase()])
    .map((letter) => emailKeyOf(`a${letter}b@example.rw`))
  expect(keys.filter((key) => emailKeyOf(key) !== key)).toEqual([])
})

test('an address of a hundred thousand combining marks takes no time', async () => {
  const address = `a${'\u0316\u0301'.repeat(50_000)}@example.rw`
  expect(await threadMsOf(() => emailKeyOf(address))).toBeLessThan(100)
  expect(await threadMsOf(() => mailboxOf(address))).toBeLessThan(100)
})

test('subaddresses, and dots at Gmail, lead to the same mailbox', () => {
  expect(new Set(['a@x.rw', 'A+1@x.rw', 'a+2+3@x.rw'].map(mailboxOf))).toEqual(new Set(['a@x.rw']))
  const gmail = ['aline.uwase@gmail.com', 'a.lineuwase+1@googlemail.com', 'ALINEUWASE@GMAIL.COM']
  expect(new Set(gmail.map(mailboxOf))).toEqual(new Set(['alineuwase@gmail.com']))
  const others = ['a.b@x.rw', 'ab@x.rw', '+1@x.rw', '+2@x.rw', 'ab@y.rw']
  expect(new Set(others.map(mailboxOf)).size).toBe(5)
})

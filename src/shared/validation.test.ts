import { expect, test } from 'vitest'
import { isEmail } from './validation.ts'

test('an e-mail address needs a name, a domain and a top-level domain', () => {
  expect(['a@b.c', 'aline.uwase@mail.example.rw'].filter(isEmail)).toHaveLength(2)
  expect(['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b@c.d'].filter(isEmail)).toEqual([])
})

test('letters of other scripts are accepted, composed or not, before and after the @', () => {
  const international = ['o’brien+x@mail.example.rw', 'ngũgĩ@exámple.rw', '用户@例子.中国']
  const decomposed = international.map((email) => email.normalize('NFD'))
  expect([...international, ...decomposed].filter(isEmail)).toHaveLength(6)
})

test.each([
  ['angle brackets', ['<a@b.c>', '<<a@b.c', 'a@b.c>', 'A <a@b.c>']],
  ['invisible characters', ['a\u200b@b.c', '\u202aa@b.c\u202c', 'a@b\u034f.c', 'a\ufe0f@b.c']],
  ['full-width letters', ['al@ｙy.com', 'ａl@yy.com', 'al@yy．com', 'al@yy。com', 'al@yy.ⓒom']],
  ['dots too many', ['al@yy.com.', '.al@yy.com', 'al.@yy.com', 'a..l@yy.com', 'al@yy..com']],
  ['comments and quotes', ['al@yy(a).com', 'al(a)@yy.com', '"al"@yy.com', 'a\\l@yy.com']],
  ['several addresses', ['al@yy.com,bo@yy.com', 'al;bo@yy.com', 'to:al@yy.com']],
  ['IP addresses', ['al@127.0.0.1', 'al@[127.0.0.1]', 'al@0x7f.1']],
])('%s are refused, so that a mailbox has one address only', (_, emails) => {
  expect(emails.filter(isEmail)).toEqual([])
})

test('a very long text is refused as an e-mail address without delay', () => {
  const startedAt = performance.now()
  for (const text of ['.', 'a.', 'a', '-']) {
    expect(isEmail(`a@${text.repeat(64_000)}@`)).toBe(false)
    expect(isEmail(`a@${text.repeat(120)}@`)).toBe(false)
  }
  expect(performance.now() - startedAt).toBeLessThan(100)
})

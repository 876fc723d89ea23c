import { expect, test } from 'vitest'
import { isEmail } from './validation.ts'

test('an e-mail address needs a name, a domain and a top-level domain', () => {
  expect(['a@b.c', 'aline.uwase@mail.example.rw'].filter(isEmail)).toHaveLength(2)
  expect(['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b@c.d'].filter(isEmail)).toEqual([])
})

test('angle brackets and invisible characters are refused, so that a mailbox has one address only', () => {
  expect(['o’brien+x@mail.example.rw', 'ngũgĩ@exámple.rw'].filter(isEmail)).toHaveLength(2)
  const others = ['<a@b.c>', '<<a@b.c', 'a@b.c>', 'A <a@b.c>', 'a\u200b@b.c', '\u202aa@b.c\u202c']
  expect(others.filter(isEmail)).toEqual([])
})

test('a very long text is refused as an e-mail address without delay', () => {
  const startedAt = performance.now()
  expect(isEmail(`a@${'.'.repeat(64_000)}@`)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(100)
})

import { expect, test } from 'vitest'
import { isEmail } from './validation.ts'

test('an e-mail address is somebody at somewhere with an ending', () => {
  expect(['a@b.c', 'aline.uwase@mail.example.rw'].filter(isEmail)).toHaveLength(2)
  expect(['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b@c.d'].filter(isEmail)).toEqual([])
})

test('one letter box has one e-mail address, without brackets and what nobody can see', () => {
  expect(['o’brien+x@mail.example.rw', 'ngũgĩ@exámple.rw'].filter(isEmail)).toHaveLength(2)
  const others = ['<a@b.c>', '<<a@b.c', 'a@b.c>', 'A <a@b.c>', 'a\u200b@b.c', '\u202aa@b.c\u202c']
  expect(others.filter(isEmail)).toEqual([])
})

test('a text as long as a form takes is no e-mail address, and that is found out at once', () => {
  const startedAt = performance.now()
  expect(isEmail(`a@${'.'.repeat(64_000)}@`)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(100)
})

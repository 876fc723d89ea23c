import { expect, test } from 'vitest'
import { threadMsOf } from '#testing/event-loop.ts'
import { isEmail, toOneLine } from './validation.ts'

test('an email address needs a name, a domain and a top-level domain', () => {
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

test('a very long text is refused as an email address without delay', async () => {
  const threadMs = await threadMsOf(() => {
    for (const text of ['.', 'a.', 'a', '-']) {
      expect(isEmail(`a@${text.repeat(64_000)}@`)).toBe(false)
      expect(isEmail(`a@${text.repeat(120)}@`)).toBe(false)
    }
  })
  expect(threadMs).toBeLessThan(300)
})

test.each([
  ['Aline\r\nBcc: all@example.rw', 'Aline Bcc: all@example.rw'],
  ['Aline\u2028Uwase\u2029\u0085\tKeza', 'Aline Uwase Keza'],
  ['\u202eesawU\u202c \u2066Aline\u2069', 'esawU Aline'],
  ['\ufeff\u200fAl\u200bi\u00adne\u061c \u200e', 'Aline'],
  ['\u200d\u200c', ''],
  ['a\u200d \u200cb', 'a b'],
])(
  'a text of one line has no line breaks and no invisible characters: %j becomes %j',
  (text, line) => {
    expect(toOneLine(text)).toBe(line)
  },
)

test.each([
  ['two words', 'Aline  Uwase'],
  ['N’Ko', 'ߒߞߏ\u200dߓߊ'],
  ['a Sinhala name with a joiner', 'ශ්\u200dරී'],
  ['a Persian name with a non-joiner', 'علی\u200cرضا'],
  ['Amharic', 'አበበ ቢቂላ'],
  ['marks that combine', 'Ọlúṣẹ́gun'],
  ['an emoji that is joined', 'Dev 👩🏾\u200d💻 ❤️\u200d🔥'],
])('a text of one line keeps the spelling of %s', (_what, text) => {
  expect(toOneLine(text)).toBe(text)
})

test('a long run of joiners is read without delay', async () => {
  const long = `a${'\u200d'.repeat(100_000)}\n${'\t'.repeat(100_000)}b`
  expect(await threadMsOf(() => expect(toOneLine(long)).toBe('a b'))).toBeLessThan(500)
})

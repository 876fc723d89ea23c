import { expect, test, vi } from 'vitest'
import { readComments } from './shown-comments.ts'

const base = { id: 1, created_at: '2026-11-20T08:00:00.000Z', parent: null }

test('a comment is read with either field names, with its reply, and without a name', () => {
  const list = [
    { ...base, name: 'Aline', message: 'Murakoze.', latest_reply: null },
    { ...base, author: 'Eric', content: 'Komera.', latest_reply: { ...base, content: 'Yego.' } },
  ]
  const { comments, count } = readComments(list, 7)
  expect(count).toBe(7)
  expect(comments[0]).toMatchObject({ name: 'Aline', message: 'Murakoze.', latest_reply: null })
  expect(comments[1]).toMatchObject({
    name: 'Eric',
    message: 'Komera.',
    latest_reply: { name: '', message: 'Yego.' },
  })
})

test('comments that cannot be read leave an empty list', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const broken of [undefined, null, {}, [null]]) {
    expect(readComments(broken as never, 3)).toMatchObject({ comments: [], count: 0 })
  }
  expect(logged).toHaveBeenCalledTimes(4)
  logged.mockRestore()
})

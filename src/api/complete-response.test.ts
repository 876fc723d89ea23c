import { expect, test, vi } from 'vitest'
import { completeResponse } from './complete-response.ts'

test('what another server leaves out is completed, and what it sends is kept', () => {
  expect(completeResponse(['news', 'list'], { results: [{ id: 3 }], total_pages: 7 })).toEqual({
    results: [{ id: 3, banner: '', description: '', author: '', tags: [] }],
    total_items: 61,
    total_pages: 7,
    current_page: 1,
  })
  expect(completeResponse(['testimonials', 'list'], [{ full_name: 'Eric' }])).toMatchObject({
    results: [{ id: 1, full_name: 'Eric', profile_picture: '' }],
  })
  expect(
    completeResponse(['cohorts', 'list'], { results: [{ deadline: '2026-05-01' }] }),
  ).toMatchObject({ results: [{ deadline: '2026-05-01', short_description: '' }] })
})

test('a page without one of its totals gets it from the other', () => {
  const read = (totals: object, rows: number, input?: object) =>
    completeResponse(['news', 'list'], { results: Array(rows).fill({}), ...totals }, input)
  expect(read({ total_items: 25 }, 10)).toMatchObject({ total_items: 25, total_pages: 3 })
  expect(read({ total_items: 25 }, 20, { page_size: 20 })).toMatchObject({ total_pages: 2 })
  expect(read({ total_pages: 3 }, 10)).toMatchObject({ total_items: 21, total_pages: 3 })
  expect(read({ total_pages: 3 }, 5, { page: 3 })).toMatchObject({ total_items: 25 })
  expect(read({ total_pages: 0 }, 0)).toMatchObject({ total_items: 0, total_pages: 0 })
  expect(read({}, 4)).toMatchObject({ total_items: 4, total_pages: 1 })
})

test('a plain list is all there is', () => {
  const whole = completeResponse(['news', 'list'], Array(25).fill({}))
  expect(whole).toMatchObject({ total_items: 25, total_pages: 1 })
})

test('the status of a cohort may come in capitals', () => {
  const cohorts = completeResponse(['cohorts', 'list'], { results: [{ status: 'OPEN' }] })
  expect(cohorts).toMatchObject({ results: [{ status: 'open' }] })
})

test('a resume may come as its address', () => {
  const read = (resume: unknown) => completeResponse(['applications', 'get'], { resume })
  expect(read('/media/aline.pdf')).toMatchObject({
    resume: { name: 'aline.pdf', size: 0, warnings: [] },
    history: [],
    created_at: '',
  })
  const own = { name: 'a.pdf', size: 7, type: 'application/pdf', warnings: ['macros'] }
  expect(read(own)).toMatchObject({ resume: own })
  expect(read(undefined)).toMatchObject({ resume: { name: '' } })
})

test('a category may come as its label', () => {
  const read = (category: string) => completeResponse(['news', 'bySlug'], { category })
  expect(read('Africa Business')).toMatchObject({ category: 'africa', comments: [] })
  expect(read('africa')).toMatchObject({ category: 'africa' })
})

const written = { id: 1, created_at: '2026-11-20T08:00:00.000Z', parent: null }

test('a comment may have other field names, no name, and no time', () => {
  const reply = { ...written, content: 'Yego.' }
  const comments = [
    { ...written, name: 'Aline', message: 'Murakoze.' },
    { id: 2, author: 'Eric', content: 'Komera.', latest_reply: reply },
  ]
  const expected = [
    { ...written, name: 'Aline', message: 'Murakoze.', is_company: false, latest_reply: null },
    { id: 2, created_at: '', name: 'Eric', message: 'Komera.', latest_reply: { name: '' } },
  ]
  expect(completeResponse(['news', 'bySlug'], { comments })).toMatchObject({
    comments: expected,
    comment_count: 2,
  })
  expect(completeResponse(['news', 'get'], { comments })).toMatchObject({ comments: expected })
  const page = completeResponse(['comments', 'ofArticle'], { results: comments })
  expect(page).toMatchObject({ results: expected })
  for (const call of ['create', 'reply']) {
    expect(completeResponse(['comments', call], comments[1])).toMatchObject({
      ...expected[1],
      is_held: false,
    })
  }
  expect(completeResponse(['comments', 'list'], { results: comments })).toMatchObject({
    results: [
      { name: 'Aline', message: 'Murakoze.', author: null, email: '' },
      { name: 'Eric', message: 'Komera.', author: null, created_at: '' },
    ],
  })
})

test('the record of an author, which our own server sends to staff, is kept', () => {
  const author = { approved: 1, rejected: 0, first_seen_at: written.created_at }
  expect(completeResponse(['comments', 'list'], [{ ...written, author }])).toMatchObject({
    results: [{ author, name: '' }],
  })
})

test('comments that cannot be read leave an empty list', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const comments of [undefined, null, {}, [null]]) {
    expect(completeResponse(['news', 'bySlug'], { comments })).toMatchObject({ comments: [] })
  }
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
})

test('other responses stay as they are', () => {
  expect(completeResponse(['newsletter', 'subscribe'], { detail: 'ok' })).toEqual({ detail: 'ok' })
  expect(completeResponse(['news', 'list'], undefined)).toBe(undefined)
})

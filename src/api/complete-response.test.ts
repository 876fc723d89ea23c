import { expect, test } from 'vitest'
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
    ...{ resume: { name: 'aline.pdf', size: 0, warnings: [] }, history: [], created_at: '' },
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

test('other responses stay as they are', () => {
  expect(completeResponse(['newsletter', 'subscribe'], { detail: 'ok' })).toEqual({ detail: 'ok' })
  expect(completeResponse(['news', 'list'], undefined)).toBe(undefined)
})

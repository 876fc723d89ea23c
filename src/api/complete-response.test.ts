import { expect, test } from 'vitest'
import { completeResponse } from './complete-response.ts'

test('what another server leaves out is completed, and what it sends is kept', () => {
  expect(completeResponse(['news', 'list'], { results: [{ id: 3 }], total_pages: 7 })).toEqual({
    results: [{ id: 3, banner: '', description: '', author: '', tags: [] }],
    total_items: 1,
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

test('a category may come as its label', () => {
  const read = (category: string) => completeResponse(['news', 'bySlug'], { category })
  expect(read('Africa Business')).toMatchObject({ category: 'africa', comments: [] })
  expect(read('africa')).toMatchObject({ category: 'africa' })
})

test('other answers stay as they are', () => {
  expect(completeResponse(['newsletter', 'subscribe'], { detail: 'ok' })).toEqual({ detail: 'ok' })
  expect(completeResponse(['news', 'list'], undefined)).toBe(undefined)
})

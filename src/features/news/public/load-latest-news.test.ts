import { expect, test } from 'vitest'
import type { ApiClient } from '#client/api/client.ts'
import { loadLatestNews } from './load-latest-news.ts'

test('drafts that another server lists take no place of the published articles', async () => {
  const results = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, is_published: id > 3 }))
  const api = {
    news: { list: async ({ page_size = 10 }) => ({ results: results.slice(0, page_size) }) },
  }
  const found = await loadLatestNews(api as unknown as ApiClient)
  expect(found?.map(({ id }) => id)).toEqual([4, 5, 6])
})

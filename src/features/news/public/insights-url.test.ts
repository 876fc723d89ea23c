import { expect, test } from 'vitest'
import { insightsUrl, parseInsightsUrl } from './insights-url.ts'

const read = (address: string) => parseInsightsUrl(new URL(address, 'http://site').searchParams)

test('reading a URL returns the values that it was built from', () => {
  for (const category of ['all', 'business', 'africa'] as const) {
    for (const page of [1, 2, 30]) {
      expect(read(insightsUrl(category, page))).toEqual({ category, page })
    }
  }
})

test('the first page of all articles has the plain URL', () => {
  expect(insightsUrl('all')).toBe('/insights')
  expect(insightsUrl('all', 1)).toBe('/insights')
})

test('a URL with invalid values shows all articles', () => {
  const everything = { category: 'all', page: 1 }
  for (const query of [
    'category=cooking',
    'category=',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
  ]) {
    expect(read(`/insights?${query}`)).toEqual(everything)
  }
  expect(read('/insights?page=1e300')).toEqual(everything)
})

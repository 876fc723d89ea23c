import { expect, test } from 'vitest'
import { articleStructuredData } from './structured-data.ts'

const article = {
  id: 1,
  title: 'A first day at work',
  slug: 'a-first-day-at-work',
  banner: '',
  category: 'talent',
  author: 'Diane Keza',
  description: 'What happens before lunch.',
  tags: [{ name: 'Training' }],
  done_at: '2026-11-12',
  is_published: true,
  status: 'published',
  published_at: '2026-11-12T08:00:00.000Z',
  updated_at: '2026-11-13T08:00:00.000Z',
  comments: [],
  comment_count: 3,
} as const
const articleOf = (changes: { banner?: string; published_at?: string | null }) =>
  articleStructuredData(
    { ...article, tags: [...article.tags], comments: [], ...changes },
    'https://huza.example',
    'https://huza.example/share/1.png',
  )

test('an article has the required structured data', () => {
  expect(articleOf({})).toMatchObject({
    '@type': 'Article',
    headline: 'A first day at work',
    mainEntityOfPage: 'https://huza.example/insights/a-first-day-at-work',
    author: { '@type': 'Person', name: 'Diane Keza' },
    publisher: {
      '@type': 'Organization',
      name: 'Huza',
      logo: expect.stringMatching(/^https:.*png$/),
    },
    datePublished: '2026-11-12T08:00:00.000Z',
    dateModified: '2026-11-13T08:00:00.000Z',
    articleSection: 'Talent Development',
    image: ['https://huza.example/share/1.png'],
  })
})

test('its own picture comes before the sharing image', () => {
  expect(articleOf({ banner: '/images/abc#focus=30,60' }).image).toEqual([
    'https://huza.example/images/abc',
    'https://huza.example/share/1.png',
  ])
})

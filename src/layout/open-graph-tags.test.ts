import { expect, test } from 'vitest'
import { openGraphTags } from './open-graph-tags.ts'
import { ogImagePath, pageCards } from './share-card.ts'
import { companyStructuredData } from './structured-data.ts'

const siteUrl = 'https://huza.example'
const text = { title: 'Contact', fullTitle: 'Contact · Huza', description: 'Write to us.' }
const here = (pathname: string, url = siteUrl) => ({
  location: { pathname },
  matches: [{ loaderData: { siteUrl: url } }],
})

type AnyTag = Record<string, unknown>
const contentOf = (tags: AnyTag[], key: string) =>
  tags.find(({ property, name }) => property === key || name === key)?.content
const graphOf = (tags: AnyTag[]) =>
  (tags.flatMap((tag) => tag['script:ld+json'] ?? [])[0] as { '@graph': AnyTag[] })?.['@graph']

test('a page is shared by its own address, with its own picture', () => {
  const tags = openGraphTags(here('/contact/'), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:url')).toBe('https://huza.example/contact')
  expect(contentOf(tags, 'og:image')).toMatch(
    /^https:\/\/huza\.example\/share\/contact-\w{13}\.png$/,
  )
  expect(contentOf(tags, 'og:image:alt')).toBe('Huza, Contact: Tell us what you need')
  expect(contentOf(tags, 'og:type')).toBe('website')
  expect(contentOf(tags, 'twitter:card')).toBe('summary_large_image')
})

test('a page that has no picture of its own has the home page’s', () => {
  const [home] = pageCards
  const tags = openGraphTags(here('/newsletter'), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:image')).toBe(siteUrl + ogImagePath(home as (typeof pageCards)[0]))
  expect(graphOf(tags)).toBeUndefined()
})

test('without a configured address no tag claims to be a whole one', () => {
  const tags = openGraphTags(here('/contact', ''), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:url')).toBeUndefined()
  expect(contentOf(tags, 'og:image')).toMatch(/^\/share\//)
})

test('an article says when it was published, and leads back by way of the list', () => {
  const article = {
    published: '2026-11-12T08:00:00.000Z',
    modified: '2026-11-13T08:00:00.000Z',
    section: 'Talent Development',
    author: 'Aline Uwase',
    tags: ['Hiring', 'Kigali'],
  }
  const card = { ...(pageCards[1] as (typeof pageCards)[0]), path: '/insights/a-day' }
  const tags = openGraphTags(here('/insights/a-day'), text, { article, card }) as AnyTag[]
  expect(contentOf(tags, 'og:type')).toBe('article')
  expect(contentOf(tags, 'article:published_time')).toBe(article.published)
  expect(tags.filter(({ property }) => property === 'article:tag')).toHaveLength(2)
  expect(graphOf(tags)).toEqual([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
        { '@type': 'ListItem', position: 2, name: 'News & Insights', item: `${siteUrl}/insights` },
        { '@type': 'ListItem', position: 3, name: 'Contact', item: `${siteUrl}/insights/a-day` },
      ],
    },
  ])
})

test('cards differ in their address, and each word of one counts', () => {
  const paths = pageCards.map(ogImagePath)
  expect(new Set(paths).size).toBe(pageCards.length)
  const [home] = pageCards
  if (!home) throw new Error('no home')
  for (const change of [{ title: 'x' }, { kicker: 'x' }, { accent: 'x' }, { facts: ['x'] }]) {
    expect(ogImagePath({ ...home, ...change })).not.toBe(paths[0])
  }
})

test('the company, the site and the film say what search engines ask of them', () => {
  const [company, website, film] = companyStructuredData(siteUrl, `${siteUrl}/share/home.png`)
  expect(company).toMatchObject({
    '@type': 'Organization',
    name: 'Huza',
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
    address: { addressLocality: 'Kigali', addressCountry: 'Rwanda' },
    contactPoint: { telephone: expect.stringMatching(/^\+250/), contactType: expect.any(String) },
    sameAs: expect.arrayContaining(['https://www.linkedin.com/company/huza']),
  })
  expect(website).toMatchObject({ '@type': 'WebSite', name: 'Huza', url: `${siteUrl}/` })
  expect(film).toMatchObject({
    '@type': 'VideoObject',
    name: expect.stringMatching(/\w/),
    description: expect.stringMatching(/\w/),
    thumbnailUrl: `${siteUrl}/film/huza.webp`,
    uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/),
    duration: 'PT14S',
    contentUrl: `${siteUrl}/film/huza.mp4`,
  })
})

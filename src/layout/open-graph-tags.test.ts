import { expect, test } from 'vitest'
import { companyDefaults } from '#shared/company-defaults.ts'
import { companyOf } from '#shared/settings.ts'
import { openGraphTags } from './open-graph-tags.ts'
import { ogImagePath, pageCards } from './share-card.ts'
import { companyStructuredData } from './structured-data.ts'

const siteUrl = 'https://huza.example'
const delivered = companyOf(companyDefaults)
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

test('the tags of a page have its own URL and image', () => {
  const tags = openGraphTags(here('/contact/'), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:url')).toBe('https://huza.example/contact')
  expect(contentOf(tags, 'og:image')).toMatch(
    /^https:\/\/huza\.example\/share\/contact-\w{13}\.png$/,
  )
  expect(contentOf(tags, 'og:image:alt')).toBe('Huza, Contact: Tell us what you need')
  expect(contentOf(tags, 'og:type')).toBe('website')
  expect(contentOf(tags, 'twitter:card')).toBe('summary_large_image')
})

test('a page without its own card gets the image of the home page', () => {
  const [home] = pageCards
  const tags = openGraphTags(here('/newsletter'), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:image')).toBe(siteUrl + ogImagePath(home as (typeof pageCards)[0]))
  expect(graphOf(tags)).toBeUndefined()
})

test('without SITE_URL, no tag has an absolute URL', () => {
  const tags = openGraphTags(here('/contact', ''), text, {}) as AnyTag[]
  expect(contentOf(tags, 'og:url')).toBeUndefined()
  expect(contentOf(tags, 'og:image')).toMatch(/^\/share\//)
})

test('an article has its date of publication, its tags and its breadcrumbs', () => {
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

test('the image URL changes with every text of a card', () => {
  const paths = pageCards.map(ogImagePath)
  expect(new Set(paths).size).toBe(pageCards.length)
  const [home] = pageCards
  if (!home) throw new Error('no home')
  for (const change of [{ title: 'x' }, { kicker: 'x' }, { accent: 'x' }, { facts: ['x'] }]) {
    expect(ogImagePath({ ...home, ...change })).not.toBe(paths[0])
  }
})

test('the company, the site and the film have the structured data of search engines', () => {
  const [company, website, film] = companyStructuredData(
    siteUrl,
    `${siteUrl}/share/home.png`,
    delivered,
  )
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

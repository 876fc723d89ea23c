import { expect, test } from 'vitest'
import { mapOrigin } from '#shared/company.ts'
import { pagePolicy } from './security-headers.ts'

const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

/** The only other origin that pages load from: the map of the contact page. */

test('a page runs only its own scripts, and shows images of any https URL', () => {
  const config = { apiRoot: '/api', mode: 'production' }
  expect(directivesOf(pagePolicy(["'sha256-abc='"], config))).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-abc='"],
    'connect-src': ["'self'", mapOrigin],
    'frame-src': [
      "'self'",
      'blob:',
      mapOrigin,
      'https://www.youtube-nocookie.com',
      'https://player.vimeo.com',
    ],
    'img-src': expect.arrayContaining(["'self'", 'https:']),
    'frame-ancestors': ["'none'"],
  })
})

test('pages of staff alone may stand in a frame, of the site itself', () => {
  const config = { apiRoot: '/api', mode: 'production' }
  const ancestorsOf = (pathname: string) =>
    directivesOf(pagePolicy([], config, pathname))['frame-ancestors']
  for (const pathname of ['/dashboard', '/dashboard/applications/1', '/login']) {
    expect(ancestorsOf(pathname), pathname).toEqual(["'self'"])
  }
  for (const pathname of ['/', '/contact', '/dashboards', '/insights/dashboard']) {
    expect(ancestorsOf(pathname), pathname).toEqual(["'none'"])
  }
})

test('a page may connect to the configured API', () => {
  const config = { apiRoot: 'https://api.huza.example/api', mode: 'production' }
  const directives = directivesOf(pagePolicy([], config))
  expect(directives['connect-src']).toEqual(["'self'", mapOrigin, 'https://api.huza.example'])
})

test('a page may send data to Google Analytics only when that is configured', () => {
  const config = { apiRoot: '/api', mode: 'production', analyticsId: 'G-AB12CD34EF' }
  const directives = directivesOf(pagePolicy([], config))
  expect(directives['connect-src']).toEqual([
    "'self'",
    mapOrigin,
    'https://www.google-analytics.com',
  ])
})

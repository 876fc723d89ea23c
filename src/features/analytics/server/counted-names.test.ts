import { expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { browser, startVisitedApp } from '#testing/visits.ts'
import publicRoutes from '../../../routes.ts'
import { writeCounts } from './counts.ts'
import { countedPath, otherPath } from './pages.ts'

const { app, tell, report, clientIp } = await startVisitedApp()
const click = (path: string, value: string) => tell({ path, events: [{ name: 'click', value }] })

test('invented pages, clicks, hosts and campaigns cannot fill the tables or displace what is known', async () => {
  // A day of its own: what a process has seen on a day counts until it ends.
  app.setNow('2026-05-02T08:00:00Z')
  await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      tell({
        path: `${index % 2 ? '/insights/made-up-' : '/made/up/'}${index}`,
        events: [
          { name: 'page_view' },
          ...Array.from({ length: 20 }, (_, at) => ({
            name: 'click',
            value: `Made up ${index}.${at}`,
          })),
        ],
        referrer: `host-${index}.example`,
        utm: `utm_campaign=campaign-${index}`,
        landing: 1,
      }),
    ),
  )
  await writeCounts(app.services)
  await tell({
    path: '/',
    events: [{ name: 'page_view' }, { name: 'click', value: 'One more' }],
    referrer: 'www.google.co.ke',
  })
  const { page_views, clicks, clicked, sources } = await report()
  expect([page_views, clicks]).toEqual([121, 2401])
  expect(clicked[0]).toMatchObject({ label: 'other', path: otherPath })
  expect(sources).toContainEqual({ source: 'Google', kind: 'search', page_views: 1, landings: 0 })
  const { database } = app.services
  const days = await database
    .selectFrom('visit_totals')
    .select('source')
    .where('period', '=', '2026-05-02')
    .execute()
  // Fifty invented ones, 'other' and Google.
  expect(new Set(days.map(({ source }) => source)).size).toBe(52)
  const values = await database
    .selectFrom('visit_values')
    .select('value')
    .where('period', '=', '2026-05-02')
    .where('event', '=', 'click')
    .execute()
  // Beside the limit, 'other' of each page and source.
  expect(values.length).toBeLessThanOrEqual(1_060)
})

test('a scheduled article is counted under its own address only once it is public', async () => {
  const { slug } = await readArticle(
    await createArticle(app.services, { published_at: '2026-03-02T09:00:00.000Z' }),
  )
  const pathsNow = async () => {
    await tell({ path: `/insights/${slug}`, events: [{ name: 'page_view' }] })
    return (await report()).pages.map(({ path }: { path: string }) => path)
  }
  expect(await pathsNow()).toEqual([otherPath])
  app.setNow('2026-03-02T09:00:00Z')
  expect(await pathsNow()).toContain(`/insights/${slug}`)
})

const readArticle = (id: number) =>
  app.services.database
    .selectFrom('articles')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('addresses that do not exist are counted with whose link leads there', async () => {
  const open = (path: string, headers: Record<string, string>) =>
    app.request(path, {
      clientIp: clientIp(),
      headers: { 'user-agent': browser, accept: 'text/html', ...headers },
    })
  const { status } = await open('/gone', { referer: 'https://www.newtimes.co.rw/story?id=1' })
  expect(status).toBe(404)
  await open('/gone', { referer: 'https://www.newtimes.co.rw/' })
  await open('/people/aline@example.rw', { referer: 'https://www.newtimes.co.rw/' })
  await open('/wp-login.php', {})
  await open('/gone', { referer: 'https://www.newtimes.co.rw/', 'user-agent': 'Googlebot/2.1' })
  await open('/gone', { referer: 'https://www.newtimes.co.rw/', dnt: '1' })
  await open('/gone', { referer: 'https://www.newtimes.co.rw/', 'sec-purpose': 'prefetch' })
  expect((await report()).not_found).toEqual([
    { path: '/gone', source: 'newtimes.co.rw', count: 2 },
    { path: 'other', source: 'direct', count: 1 },
    { path: 'other', source: 'newtimes.co.rw', count: 1 },
  ])
})

test('a click label with an email address or a number is not stored', async () => {
  for (const value of ['write to aline@example.rw', 'call 0788123456', ' \u202e ', 'Send\n it'])
    await click('/contact', value)
  const { clicked } = await report()
  expect(clicked.map(({ label }: { label: string }) => label)).toEqual(['other', 'Send it'])
})

type Route = { path?: string; index?: boolean; file: string; children?: Route[] }

/** The public routes of src/routes.ts. */
const pathsOf = (routes: readonly Route[], parent = ''): string[] =>
  routes.flatMap(({ path, index, children, file }) => {
    const full = [parent, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, full)
    return file.endsWith('.tsx') && (path || index) ? [`/${full}`] : []
  })

test('every page of the site is counted under its own name', () => {
  const pages = pathsOf(publicRoutes as Route[])
    .filter((path) => !/\*|:slug|^\/(dashboard|login)/.test(path))
    .map((path) => path.replace(':id', '1'))
  expect(pages).toContain('/cohort-application')
  expect(pages.filter((path) => countedPath(path) === otherPath)).toEqual([])
})

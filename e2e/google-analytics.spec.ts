import { stopClock } from './support/clock.ts'
import { startServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, openHydrated, test } from './support/test.ts'
import { pass, scrollTo } from './support/visits.ts'

test('with a measurement id configured, events also go to Google Analytics, without a lasting visitor id', async ({
  page,
}) => {
  const site = await startServer({ ANALYTICS_ID: 'G-AB12CD34EF' })
  try {
    const hits: { about: URLSearchParams; lines: string[]; headers: Record<string, string> }[] = []
    await page.route('https://www.google-analytics.com/**', (route, request) => {
      const about = new URL(request.url()).searchParams
      hits.push({
        about,
        lines: (request.postData() ?? '').split('\n'),
        headers: request.headers(),
      })
      return route.fulfill({ status: 204 })
    })
    await stopClock(page)
    await openHydrated(page, `${site.url}/services?email=aline@example.rw`)
    await scrollTo(page, 0.3)
    await pass(page, 20)
    const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveTitle(/Contact/)
    await pass(page, 12)
    await page.goto(site.url)
    await pass(page, 10)
    await expect.poll(() => hits.at(-1)?.about.get('dl')).toBe(`${site.url}/`)
    const known = hits.length
    const staff = await signInAsAdmin(site.url)
    const { code } = (await staff.call('GET', '/admin/certificates/?status=VALID')).results[0]
    await page.goto(`${site.url}/verify/${code}`)
    await pass(page, 10)
    await expect.poll(() => hits.at(-1)?.about.get('dl')).toBe(`${site.url}/verify/code`)
    const checked = hits.splice(known)
    expect(checked.filter(({ about }) => `${about}`.includes(code))).toEqual([])

    const [first, , second] = hits
    expect(Object.fromEntries(first?.about ?? [])).toMatchObject({
      v: '2',
      tid: 'G-AB12CD34EF',
      dl: `${site.url}/services`,
      dt: expect.stringMatching(/^Services/),
    })
    expect(first?.lines).toEqual(['en=page_view', 'en=scroll_depth&epn.value=25'])
    expect(second?.about.get('dt')).toMatch(/^Contact/)
    expect(hits[1]?.lines).toEqual(['en=click&ep.label=Contact', 'en=total_time&epn.value=20'])
    expect(new Set(hits.map(({ about }) => about.get('cid'))).size).toBe(2)
    expect(hits.filter(({ headers }) => headers.cookie ?? headers.referer)).toEqual([])
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})

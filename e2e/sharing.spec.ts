import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const article = '/insights/how-a-berlin-and-kigali-team-shares-one-working-day'

/** What a machine reads of a page as it comes. */
function readHead(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const contentOf = (key: string) =>
    head.match(new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)"`))?.[1]
  const structured = head.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1]
  return {
    title: head.match(/<title>([^<]*)/)?.[1] ?? '',
    description: contentOf('description') ?? '',
    picture: contentOf('og:image') ?? '',
    address: contentOf('og:url'),
    canonical: head.match(/<link rel="canonical" href="([^"]*)"/)?.[1],
    graph: structured
      ? (JSON.parse(structured)['@graph'] as Record<string, unknown>[])
      : ([] as Record<string, unknown>[]),
  }
}

test('every page of the site map tells search engines and networks of itself', async ({
  request,
  site,
}) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const addresses = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  const pages = addresses.filter((address) => !address.includes('/insights/'))
  expect(pages.length).toBeGreaterThanOrEqual(8)
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() }
  for (const address of [...pages, site.url + article]) {
    const head = readHead(await (await request.get(address)).text())
    expect([head.address, head.canonical], address).toEqual([address, address])
    expect(head.title.length, head.title).toBeLessThanOrEqual(65)
    expect(head.description.length, head.description).toBeGreaterThanOrEqual(50)
    expect(head.description.length, head.description).toBeLessThanOrEqual(170)
    seen.titles.add(head.title)
    seen.descriptions.add(head.description)
    expect(head.picture.startsWith(`${site.url}/share/`), head.picture).toBe(true)
    // Those of the other pages are drawn by the same program.
    if (address !== `${site.url}/` && !address.endsWith(article)) continue
    const picture = await request.get(head.picture)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    const bytes = await picture.body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  }
  expect([seen.titles.size, seen.descriptions.size]).toEqual([pages.length + 1, pages.length + 1])
})

test("a cohort's name can't end the script that tells of it", async ({ request, site }) => {
  const name = '</script><script>alert(1)</script> & "Kigali"'
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name })
  const html = await (await request.get('/cohort-application')).text()
  expect(html).not.toContain('<script>alert(1)')
  const course = readHead(html).graph.find((told) => told['@type'] === 'Course')
  const instances = course?.hasCourseInstance as { name: string }[]
  expect(instances.map((instance) => instance.name)).toContain(name)
  await staff.call('DELETE', `/admin/cohorts/${cohort.id}/`)
})

test('what the first page says of itself is gone on the next one, and its icons stay', async ({
  page,
}) => {
  await page.goto('/services', { waitUntil: 'networkidle' })
  const told = page.locator('head [property^="og:"], head script[type="application/ld+json"]')
  await expect(told).not.toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveTitle('Contact · Huza')
  await expect(told).toHaveCount(0)
  await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', /\/contact$/)
  for (const link of await page.locator('head link[rel~=icon], head link[rel=manifest]').all()) {
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  }
})

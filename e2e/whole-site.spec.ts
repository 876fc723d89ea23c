import { crawl, type Found, publicPaths } from './support/crawl.ts'
import { faultsOf } from './support/html.ts'
import { expect, test } from './support/test.ts'

let found: Map<string, Found>
test.beforeAll(async ({ site, browser }) => {
  // Hundreds of pages and pictures, on a machine that does much else.
  test.setTimeout(10 * 60_000)
  const page = await browser.newPage()
  found = await crawl(page, site.url)
  await page.close()
})

test('every link, picture, script and feed of the site exists', ({ site }) => {
  const dead = linksFrom(site.url).flatMap(({ from, url }) => {
    const target = found.get(url.pathname + url.search)
    if (url.origin !== site.url || target?.status === 200) return []
    // The URL that the 404 page names still redirects.
    if (url.pathname === '/about' && target?.location === '/who-we-are') return []
    return found.get(from)?.status === 404 && url.pathname === from ? [] : `${url.href} on ${from}`
  })
  expect(firstOfEach(dead)).toEqual([])
  expect(found.size).toBeGreaterThan(200)
})

test('the crawl reaches every public route', () => {
  const paths = [...found.keys()].map((path) => path.replace(/\?.*/, ''))
  const unseen = publicPaths.filter((pattern) => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/, '[^/]+').replace('*', '.+')}$`)
    return !paths.some((path) => shape.test(path))
  })
  expect(unseen).toEqual([])
})

test('every link to a fragment leads to an existing element', ({ site }) => {
  const dead = linksFrom(site.url).flatMap(({ from, url }) => {
    if (url.origin !== site.url || url.hash === '') return []
    const { ids = [], status } = found.get(url.pathname + url.search) ?? {}
    const isThere = status === 404 || ids.includes(decodeURIComponent(url.hash.slice(1)))
    return isThere ? [] : `${url.href} on ${from}`
  })
  expect(firstOfEach(dead)).toEqual([])
})

test('links to other sites are safe, and mail and telephone links are valid', ({ site }) => {
  const isRight: Record<string, (url: URL) => boolean> = {
    'https:': () => true,
    'mailto:': ({ pathname }) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(pathname),
    'tel:': ({ pathname }) => /^\+\d{8,15}$/.test(pathname),
  }
  const wrong = linksFrom(site.url).flatMap(({ from, url, rel, target }) => {
    if (url.origin === site.url) return []
    const isSafe = target !== '_blank' || /noopener|noreferrer/.test(rel)
    return isSafe && isRight[url.protocol]?.(url) ? [] : `${url.href} on ${from}`
  })
  expect(firstOfEach(wrong)).toEqual([])
})

test('the HTML of every page is valid', async () => {
  const faults: string[] = []
  for (const [path, { type, text }] of found) {
    if (type.includes('html')) faults.push(...(await faultsOf(path, text)))
  }
  expect(firstOfEach(faults)).toEqual([])
})

test('an empty form is returned with its errors, in valid HTML', async ({ site }) => {
  // One article and one event represent all of them.
  const kinds = new Map<string, { url: URL; form: Found['forms'][number] }>()
  for (const [path, { forms }] of found) {
    for (const form of forms) {
      const url = new URL(form.action, site.url + path)
      // Who signs in needs scripts: the form only opens the page anew.
      if (url.pathname === '/login') continue
      const kind = url.pathname.replace(/\/[^/]+$/, (name) => (url.pathname === name ? name : '/:'))
      if (!kinds.has(kind)) kinds.set(kind, { url, form })
    }
  }
  expect([...kinds.keys()].sort()).toEqual([
    '/contact',
    '/events/:',
    '/insights/:',
    '/my-data',
    '/newsletter',
    '/register',
    '/testimonial',
  ])
  for (const { url, form } of kinds.values()) {
    const body = form.isMultipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of form.fields) body.append(name, value)
    const response = await fetch(url, { method: 'POST', body, headers: { origin: site.url } })
    const html = await response.text()
    expect.soft(response.status, url.pathname).toBe(400)
    expect.soft(html, url.pathname).toContain('aria-invalid="true"')
    expect.soft(await faultsOf(url.pathname, html)).toEqual([])
  }
})

/** All links found, with their resolved URLs. */
const linksFrom = (siteUrl: string) =>
  [...found].flatMap(([from, { links }]) =>
    links.map((link) => ({ ...link, from, url: new URL(link.href, siteUrl + from) })),
  )

/** Deduplicates faults: one in the layout occurs on every page. */
const firstOfEach = (faults: string[]) => {
  const seen = new Map(faults.map((fault) => [fault.replace(/ (?:on|of) \/\S*$/, ''), fault]))
  return [...seen.values()].slice(0, 50)
}

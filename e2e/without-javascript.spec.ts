import { publicPaths } from './support/crawl.ts'
import { expect, settled, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

test.use({ javaScriptEnabled: false, expectedErrors: /404/ })

test('every page can be read, and nothing waits for a script', async ({ page, site }) => {
  for (const path of await addresses(site.url)) {
    await page.goto(path)
    await expect.soft(page, path).toHaveTitle(/\S/)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect.soft(page.getByRole('main'), path).toHaveText(/\w+( \w+){5}/)
    await settled(page)
    expect.soft(await page.evaluate(faults), path).toEqual([])
  }
})

/** All public paths, with an example for each that has parameters. */
async function addresses(siteUrl: string) {
  const { results } = await (await fetch(`${siteUrl}/api/website/news/`)).json()
  const examples: Record<string, string> = {
    '/insights/:slug': `/insights/${results[0].slug}`,
    '/events/:id': '/events/1',
    '/*': '/no-such-page',
  }
  const paths = publicPaths
    .filter((path) => !path.endsWith('.ics'))
    .map((path) => (/[:*]/.test(path) ? (examples[path] ?? path) : path))
  const chosen = '/cohort-application?cohort=1'
  return [...paths, chosen, `${chosen}&tech_stack=react-js`, `${chosen}&tech_stack=react-js&step=4`]
}

/** Runs in the page: finds rendered elements that can't be seen or used. */
function faults() {
  const found: string[] = []
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('[aria-hidden=true]')
    )
      continue
    const html = element.outerHTML.slice(0, 140)
    const isBroken = element instanceof HTMLImageElement && element.naturalWidth === 0
    if (isBroken) found.push(`no picture: ${html}`)
    if (getComputedStyle(element).opacity === '0') found.push(`invisible: ${html}`)
    if (element.matches('[aria-busy=true], [role=progressbar]')) found.push(`waiting: ${html}`)
    const isButton = element.matches('button, [role=button], [role=switch]')
    const isOfForm =
      element instanceof HTMLButtonElement && element.form && element.type === 'submit'
    const isFocusMenu = element.matches('[aria-expanded][aria-controls]')
    if (isButton && !isOfForm && !isFocusMenu && !element.matches(':disabled'))
      found.push(`does nothing: ${html}`)
  }
  return found
}

test('responses to forms are not cached, because they contain typed values', async ({
  request,
}) => {
  const forms = ['/contact', '/my-data', '/newsletter', '/register', '/cohort-application'].concat(
    '/testimonial',
  )
  for (const page of [...forms, '/events/1', article]) {
    const response = await request.post(page, { form: { email: 'nobody' } })
    expect(response.status(), page).toBeGreaterThanOrEqual(400)
    expect(response.headers()['cache-control'], page).toBe('no-store')
  }
})

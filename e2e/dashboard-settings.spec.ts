import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { openDashboard, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'the settings' })

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Opens a page of the site as a visitor does, without what the dashboard's tab has. */
async function visit(page: Page, path: string) {
  const visitor = await page.context().newPage()
  await visitor.goto(path)
  return visitor
}

test('what is saved is on the site at once, can be undone, and comes back from the history', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/settings')
  await page.getByLabel('Phone').fill('+250 722 333 444')
  await page.getByRole('button', { name: 'Add a line' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Days' }).nth(2)
  await save(page)
  await expect(line.getByText('Please enter the days, such as Monday to Friday')).toBeVisible()
  await expect(line.getByLabel('Days')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Holidays')
  await line.getByLabel('Time').fill('closed')
  await page.keyboard.press('Enter')
  const strip = stripOf(page, 'The contacts and hours have been saved.')
  await expect(strip).toBeVisible()

  const visitor = await visit(page, '/contact')
  const hours = visitor.getByText('Holidays: closed')
  await expect(hours).toBeVisible()
  await expect(visitor.getByRole('link', { name: '+250 722 333 444' }).first()).toBeVisible()

  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, 'What was there before is back.')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+250 788 000 000')
  await visitor.reload()
  await expect(hours).toBeHidden()

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History: Contacts and hours' })
  await expect(history.getByText('+250 722 333 444')).toBeVisible()
  await expectAccessible(page)
  await history.getByRole('button', { name: /^Bring back: \d/ }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('+250 722 333 444')
})

test('networks are put in order by keys, and any number of them fits a phone', async ({
  page,
  site,
}) => {
  const { call } = await signInAsAdmin(site.url)
  await openDashboard(page, '/dashboard/settings/social')
  const addresses = page.getByLabel('Address of your page')
  await expect(addresses).toHaveCount(5)
  await page.getByRole('button', { name: 'Move X up' }).press('Enter')
  await expect(addresses.first()).toHaveValue('https://x.com/huza')
  await expect(page.getByRole('button', { name: 'Move X up' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Facebook' }).press('Enter')
  await expect(addresses).toHaveCount(4)
  await page.getByRole('button', { name: 'Add a network' }).click()
  await page.getByLabel('Network').last().selectOption('WhatsApp')
  await addresses.last().fill('https://x.com/huza')
  await save(page)
  await expect(page.getByText('Please enter the address of your page on WhatsApp')).toBeVisible()
  await addresses.last().fill('https://wa.me/250788000000')
  await save(page)
  await expect(stripOf(page, 'The social networks have been saved.')).toBeVisible()

  const visitor = await visit(page, '/why-rwanda')
  await visitor.setViewportSize({ width: 360, height: 740 })
  const bar = visitor.getByRole('region', { name: 'Contact details' })
  await expect(bar.getByRole('listitem')).toHaveText([
    'X',
    'LinkedIn',
    'Instagram',
    'YouTube',
    'WhatsApp',
  ])
  const all = {
    LinkedIn: 'linkedin.com/company/a',
    X: 'x.com/a',
    Instagram: 'instagram.com/a',
    YouTube: 'youtube.com/@a',
    Facebook: 'facebook.com/a',
    TikTok: 'tiktok.com/@a',
    WhatsApp: 'wa.me/250788000000',
  }
  const networks = Object.entries(all).map(([network, at]) => ({ network, url: `https://${at}` }))
  for (const some of [networks, []]) {
    await call('PATCH', '/admin/settings/social/', { networks: some })
    await visitor.reload()
    await expect(bar.getByRole('listitem')).toHaveCount(some.length)
    await expectNoSidewaysScroll(visitor)
  }
  await expect(visitor.getByText('JOIN US ON')).toBeHidden()
})

test('a partner with a logo and a link is shown to visitors, and a hidden one is not', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/settings/partners')
  await page.getByRole('button', { name: 'Add a partner' }).click()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Their site') })
    .last()
  await row.getByLabel('Name').fill("Café d'İstanbul")
  await row.getByLabel('Their site').fill('https://cafe.example')
  await row.getByLabel('Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await redAndBlue(400, 140).png().toBuffer(),
  })
  await expect(row.getByText('Replace')).toBeVisible()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Their site') })
    .first()
  await first.getByLabel('Visitors see it').uncheck()
  await save(page)
  await expect(stripOf(page, 'The partners have been saved.')).toBeVisible()

  const visitor = await visit(page, '/')
  const partners = visitor.getByRole('region', { name: 'Our partners' })
  await expect(partners.getByRole('link', { name: "Café d'İstanbul" })).toHaveAttribute(
    'href',
    'https://cafe.example',
  )
  await expect(partners.getByRole('button', { name: /^Show / })).toHaveCount(5)
  await expect(partners).not.toContainText('Ministry')
})

test('a logo that is on its way stays with its row', async ({ page }) => {
  await openDashboard(page, '/dashboard/settings/partners')
  const release = await keepBack(page, /\/admin\/images\//)
  const rows = page.getByRole('listitem').filter({ has: page.getByLabel('Their site') })
  await rows
    .last()
    .getByLabel('Logo')
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await redAndBlue(300, 90).png().toBuffer(),
    })
  const name = await rows.last().getByLabel('Name').inputValue()
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter')
  await expect(rows.last().getByLabel('Name')).not.toHaveValue(name)
  release()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(rows.nth(-2).getByText('Replace')).toBeVisible()
  await expect(rows.last().getByText('Choose picture')).toBeVisible()
})

test.describe('settings that another administrator has changed', () => {
  test.use({ expectedErrors: [/409.*admin\/settings/] })

  test('are not overwritten, and what is typed is not lost by leaving', async ({ page, site }) => {
    const { call } = await signInAsAdmin(site.url)
    await openDashboard(page, '/dashboard/settings/about')
    await page.getByLabel('Years of experience').fill('11+')
    await page.getByRole('link', { name: 'Partners', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/settings\/about$/)
    await call('PATCH', '/admin/settings/about/', { rate: '91%' })
    await save(page)
    const problem = page.getByRole('alert').filter({ hasText: 'by Administrator (rate)' })
    await expect(problem).toContainText('Nothing of yours has been saved yet.')
    await problem.getByRole('button', { name: 'Save mine anyway' }).click()
    await expect(stripOf(page, 'The chief and the figures have been saved.')).toBeVisible()
    await expect(page.getByLabel(/^Rate/)).toHaveValue('91%')
    await expect(page.getByLabel('Years of experience')).toHaveValue('11+')
  })

  test('are not overwritten by undoing what was brought back', async ({ page, site }) => {
    const { call } = await signInAsAdmin(site.url)
    const about = '/admin/settings/about/'
    await call('PATCH', about, { rate: '92%' })
    await openDashboard(page, '/dashboard/settings/about')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Bring back: As delivered' }).click()
    const strip = stripOf(page, 'The earlier version is back.')
    await expect(strip).toBeVisible()
    await call('PATCH', about, { rate: '93%' })
    await strip.getByRole('button', { name: 'Undo' }).click()
    await expect(stripOf(page, /^This could not be undone\./)).toBeVisible()
    expect((await call('GET', '/admin/settings/')).about.rate).toBe('93%')
  })
})

test('what is typed while a section is saved stays, and is saved by the next press alone', async ({
  page,
  site,
}) => {
  const { call } = await signInAsAdmin(site.url)
  const stored = async () => (await call('GET', '/admin/settings/')).contact.phone
  const held = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/admin/settings/contact/', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    sent += 1
    await held.promise
    await route.continue()
  })
  await openDashboard(page, '/dashboard/settings')
  const phone = page.getByLabel('Phone')
  const lines = page.getByLabel('Days')
  await phone.fill('+250 722 111 222')
  const before = await lines.count()
  await phone.press('Enter')
  await expect.poll(() => sent).toBe(1)
  await page.getByRole('button', { name: 'Add a line' }).click()
  await phone.fill('+250 722 111 333')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-busy')
  await phone.press('Enter')
  held.resolve()
  await expect(stripOf(page, 'The contacts and hours have been saved.')).toBeVisible()
  await expect(phone).toHaveValue('+250 722 111 333')
  await expect(lines).toHaveCount(before + 1)
  expect(sent).toBe(1)
  expect(await stored()).toBe('+250 722 111 222')
  await lines.last().fill('Holidays')
  await page.getByLabel('Time').last().fill('closed')
  await save(page)
  await expect.poll(stored).toBe('+250 722 111 333')
})

test('paging a history keeps the focus, and tells the page', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  for (let version = 1; version <= 12; version += 1) {
    const partner = { name: `Version ${version}`, logo: '', url: '', is_visible: false }
    await staff.call('PATCH', '/admin/settings/partners/', { partners: [partner] })
  }
  await openDashboard(page, '/dashboard/settings/partners')
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /^History/ })
  const older = history.getByRole('button', { name: 'Older' })
  await older.press('Enter')
  await expect(history.getByText('As delivered')).toBeVisible()
  await expect(history.getByRole('status')).toHaveText(/^Page 2 of \d+$/)
  await expect(older).toBeFocused()
  await expectAccessible(page)
})

test('a copy of a logo in the moving strip leads to its site, and takes no part for keyboards and screen readers', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const partners = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({
    name,
    logo: '',
    url: `https://${name.toLowerCase()}.example/`,
    is_visible: true,
  }))
  await staff.call('PATCH', '/admin/settings/partners/', { partners })
  await page.context().route(/\.example\//, (route) => route.fulfill({ body: 'A partner' }))
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Our partners' })
  await strip.getByRole('button', { name: 'Show Two first' }).click()
  await expect(strip.locator('[data-at]')).toHaveAttribute('data-at', '1')
  await expect(strip.getByRole('link', { name: 'One' })).not.toBeInViewport()
  await expectAccessible(page)

  const opened = page.waitForEvent('popup')
  await strip.locator('li[aria-hidden]').getByText('One').click()
  await expect(await opened).toHaveURL('https://one.example/')
  await expect(strip.getByRole('link')).toHaveCount(5)
  for (const link of await strip.locator('li[aria-hidden] a').all()) {
    await expect(link).toHaveAttribute('tabindex', '-1')
  }
})

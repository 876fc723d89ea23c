import type { Page } from '@playwright/test'
import { notificationOf } from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
import { createEvent, registerFor } from './support/events.ts'
import { keepBack } from './support/kept-back.ts'
import { tabTo } from './support/keyboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

// Some of these tests cause rejected forms, rate limits and unknown events.
test.use({ expectedErrors: [/status of 4(0[049]|29)/], changesForGood: 'events' })

// No mail server is set up.
const done = /^Thank you! You are registered\. Our emails are held up/
const section = (page: Page) => page.getByRole('main').locator('#register')

async function open(page: Page, path: string) {
  await openHydrated(page, path)
}

test('a visitor registers by keyboard alone, starting from a card, and Back leads back', async ({
  page,
}) => {
  await open(page, '/events')
  const card = page.getByRole('main').getByRole('article').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  await tabTo(page, /^Register Now/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events\/\d+#register$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await tabTo(page, 'Full name')
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('Please enter your full name')).toBeVisible()
  await expect(section(page).getByLabel('Full name')).toBeFocused()
  await page.keyboard.type('Aline Uwase')
  await tabTo(page, 'Email')
  await page.keyboard.type(uniqueEmail())
  await page.keyboard.press('Enter')
  await expect(section(page).getByText(done)).toBeVisible()
  await expect(section(page).getByRole('heading', { name: 'See you there' })).toBeFocused()
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL('/events')
  // The URL changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events')
  await page.goForward()
  await expect(section(page).getByLabel('Full name')).toBeVisible()
})

test('an event that fills up while a visitor types shows a message, and keeps the typed values', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'One Chair', capacity: 1 })
  await open(page, `/events/${id}`)
  await expect(section(page).getByText('There is 1 place.')).toBeVisible()
  await section(page).getByLabel('Full name').fill('Aline Uwase')
  await section(page).getByLabel('Email').fill(uniqueEmail())
  await registerFor(site.url, id, uniqueEmail())
  await section(page).getByRole('button', { name: 'Register Now' }).click()
  await expect(section(page).getByRole('alert')).toContainText('This event is full.')
  await expect(section(page).getByLabel('Full name')).toHaveValue('Aline Uwase')
  await open(page, `/events/${id}`)
  await expect(section(page).getByRole('heading', { name: 'This event is full' })).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await open(page, '/events?shown=100')
  const card = page.getByRole('article').filter({ hasText: 'One Chair' })
  await expect(card.getByText('This event is full')).toBeVisible()
  await expect(card.getByRole('link', { name: /Register Now/ })).toHaveCount(0)
})

test('a link asks before it discards what is typed', async ({ page, site }) => {
  const id = await createEvent(site.url, { title: 'Half A Registration' })
  await open(page, `/events/${id}`)
  await section(page).getByLabel('Full name').fill('Aline')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your registration?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(section(page).getByLabel('Full name')).toHaveValue('Aline')
  await section(page).getByLabel('Full name').fill('')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
})

test('what is typed on while a registration is sent is no part of it, and that is said', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Typed On' })
  await open(page, `/events/${id}`)
  await section(page).getByLabel('Full name').fill('Aline Uwase')
  await section(page).getByLabel('Email').fill(uniqueEmail())
  const release = await keepBack(page, new RegExp(`/events/${id}/registrations/`))
  await section(page).getByRole('button', { name: 'Register Now' }).click()
  const organisation = section(page).getByLabel('Organisation')
  await organisation.pressSequentially('Inyenyeri')
  release()
  await expect(notificationOf(page, 'What you typed since is not part of it')).toBeVisible()
  await expect(section(page).getByText(done)).toBeVisible()
})

test('external, closed and past events have no form, and every state is accessible', async ({
  page,
  site,
}) => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const states = [
    { heading: 'Register', event: { capacity: 40, registration_deadline: inADay() } },
    { heading: 'Register', event: { registration_link: 'https://tickets.example/huza' } },
    { heading: 'Registration has closed', event: { registration_deadline: hourAgo } },
    {
      heading: 'This event has passed',
      event: { starts_at: '2026-01-10T07:00:00Z', ends_at: '2026-01-10T08:00:00Z' },
    },
  ]
  for (const { heading, event } of states) {
    const id = await createEvent(site.url, event)
    await open(page, `/events/${id}`)
    const form = section(page).getByLabel('Email')
    await expect(section(page).getByRole('heading', { name: heading })).toBeVisible()
    await expect(form).toHaveCount('capacity' in event ? 1 : 0)
    await expectAccessibleAtBothWidths(page)
    if (event.registration_link) {
      await expect(section(page).getByRole('link', { name: /Register Now/ })).toHaveAttribute(
        'href',
        event.registration_link,
      )
    }
  }
})

test('long words are broken, and the page shows the whole description', async ({ page, site }) => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'
  const event = { title: word, category: word, location: word }
  const description = 'This evening goes on for long. '.repeat(30)
  const id = await createEvent(site.url, { ...event, description })
  await page.setViewportSize({ width: 360, height: 740 })
  const heights: number[] = []
  for (const path of ['/events?shown=24', `/events/${id}`]) {
    await open(page, path)
    await expectNoSidewaysScroll(page)
    const box = await page.getByText(/^This evening goes on/).boundingBox()
    heights.push(box?.height ?? 0)
  }
  const [onCard = 0, onPage = 0] = heights
  expect(onCard).toBeGreaterThan(50)
  expect(onCard).toBeLessThan(150)
  expect(onPage).toBeGreaterThan(500)
})

test('the link in the email asks before it cancels, and is accessible before and after', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Another Evening' })
  const email = uniqueEmail()
  await registerFor(site.url, id, email)
  await open(page, cancelLinkIn(emailTo(site, email)))
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(page.getByText('You are no longer registered')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
})

test("an event's page has structured data, and an unknown event is not found", async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Told to Engines' })
  await open(page, `/events/${id}`)
  const script = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(script).toContain('Told to Engines')
  expect(script).toContain(`${site.url}/events/${id}`)
  for (const unknown of ['999999', '0', '01', 'x', '1e0', '99999999999']) {
    const response = await page.goto(`/events/${unknown}`)
    expect(response?.status(), unknown).toBe(404)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form shows its errors with the typed values, registers, and the email cancels', async ({
    page,
    site,
    request,
  }) => {
    const id = await createEvent(site.url, { title: 'Plain Page', capacity: 3 })
    const email = uniqueEmail()
    await page.goto(`/events/${id}`)
    await section(page).getByLabel('Full name').fill('Aline Uwase')
    await section(page).getByLabel('Email').fill('aline@huza')
    await section(page).getByLabel('Organisation').fill('Inyenyeri')
    await section(page).getByRole('button', { name: 'Register Now' }).click()
    await expect(section(page).getByText('Please enter a valid email address')).toBeVisible()
    await expect(section(page).getByLabel('Full name')).toHaveValue('Aline Uwase')
    await expect(section(page).getByLabel('Organisation')).toHaveValue('Inyenyeri')
    await section(page).getByLabel('Email').fill(email)
    await section(page).getByRole('button', { name: 'Register Now' }).click()
    await expect(page).toHaveURL(`/events/${id}?registered=yes#register`)
    await expect(section(page).getByText(done)).toBeVisible()

    const link = cancelLinkIn(emailTo(site, email))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Plain Page' })).toBeVisible()
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('button', { name: 'Cancel my registration' }).click()
    await expect(page.getByText('You are no longer registered')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This registration is cancelled already.')).toBeVisible()
    await page.goto('/events/cancel?token=1.forged')
    await expect(page.getByText('This link is not complete.')).toBeVisible()
    const head = await request.get(link)
    expect(head.headers()['cache-control']).toBe('private, no-cache')
  })

  test('a registration that staff have deleted, with its event, can still be cancelled', async ({
    page,
    site,
  }) => {
    const id = await createEvent(site.url, { title: 'Deleted With Its Guest' })
    const email = uniqueEmail()
    await registerFor(site.url, id, email)
    const link = cancelLinkIn(emailTo(site, email))
    const staff = await signInAsAdmin(site.url)
    await staff.call('POST', `/admin/events/${id}/cancel/`, { seen_recipients: 1 })
    await staff.call('DELETE', `/admin/events/${id}/`)
    await page.goto(link)
    await expect(page.getByText('You are not on the list any more.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Keep it' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete my details' }).click()
    await expect(page.getByText('You are no longer registered')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This registration is cancelled already.')).toBeVisible()
  })

  test('a rejected cancellation shows why, and keeps the button', async ({
    page,
    site,
    request,
  }) => {
    const id = await createEvent(site.url, { title: 'Asked Too Often' })
    const email = uniqueEmail()
    await registerFor(site.url, id, email)
    const link = /\S+\/events\/cancel\?token=\S+/.exec(emailTo(site, email))?.[0] ?? ''
    await page.goto(link)
    const call = { data: { token: '1.forged' } }
    await Promise.all(
      Array.from({ length: 60 }, () => request.post('/api/website/cancel-registration/', call)),
    )
    await page.getByRole('button', { name: 'Cancel my registration' }).click()
    await expect(page.getByText('Too many requests.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel my registration' })).toBeVisible()
    const refused = await request.post('/events/cancel', { form: call.data })
    expect([refused.status(), Number(refused.headers()['retry-after']) > 0]).toEqual([429, true])
  })
})

const cancelLinkIn = (email: string) => /\S+\/events\/cancel\?token=\S+/.exec(email)?.[0] ?? ''

const inADay = () => new Date(Date.now() + 24 * 3_600_000).toISOString()

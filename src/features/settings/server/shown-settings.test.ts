import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTagVersions } from '#platform/cache/tag-versions.ts'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages, type TestPages } from '#testing/pages.ts'
import { createSettingsReader } from './read-settings.ts'

let app: TestApp
let pages: TestPages
let token: string
beforeAll(async () => {
  app = await startTestApp()
  pages = await startTestPages(app.services)
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

const read = async (path: string) => (await pages.request(path)).text()
const save = async (section: string, json: object) => {
  const { status } = await app.json(`/api/admin/settings/${section}/`, {
    method: 'PATCH',
    token,
    json,
  })
  expect(status).toBe(200)
}

test('a page that was kept shows a change at once, in its text and for search engines', async () => {
  const before = await read('/contact')
  expect(before).toContain('href="tel:+250788000000"')
  expect(before).toContain('Monday to Friday: 8:00 AM to 5:00 PM')
  expect(pages.cache.find('/contact')).not.toBeNull()
  await save('contact', {
    phone: '+250 722 000 111',
    email: 'muraho@huza.example',
    street: 'KN 3 Avenue',
    hours: [{ days: 'Every day', time: '9:00 AM to 1:00 PM' }],
  })
  const after = await read('/contact')
  expect(after).toContain('href="tel:+250722000111"')
  expect(after).toContain('Every day: 9:00 AM to 1:00 PM')
  expect(after).not.toContain('info@huza.example')
  const home = await read('/')
  expect(home).toContain('"telephone":"+250 722 000 111"')
  expect(home).toContain('"streetAddress":"KN 3 Avenue"')
  for (const path of ['/privacy', '/terms']) expect(await read(path)).toContain('KN 3 Avenue')
})

test('networks are shown in their order, and without any nothing asks to join', async () => {
  expect(await read('/why-rwanda')).toContain('JOIN US ON')
  expect(await read('/')).toContain('sameAs')
  await save('social', {
    networks: [
      { network: 'WhatsApp', url: 'https://wa.me/250788000000' },
      { network: 'X', url: 'https://x.com/hello' },
    ],
  })
  const page = await read('/why-rwanda')
  expect(page.indexOf('wa.me')).toBeLessThan(page.indexOf('x.com/hello'))
  expect(page).toContain('name="twitter:site" content="@hello"')
  await save('social', { networks: [] })
  const without = await read('/why-rwanda')
  expect(without).not.toContain('JOIN US ON')
  expect(without).not.toContain('twitter:site')
  expect(await read('/')).not.toContain('sameAs')
})

test('a hidden partner is not in the page at all, and the chief signs the quotes', async () => {
  await save('partners', {
    partners: [
      { name: 'Kivu Cloud', logo: '', url: 'https://kivu.example', is_visible: true },
      { name: 'Secret Partner', logo: '', url: '', is_visible: false },
    ],
  })
  await save('about', { chief_name: "Aimée N'Sengi", trained: '2100+' })
  const home = await read('/')
  expect(home).toContain('https://kivu.example')
  expect(home).not.toContain('Secret Partner')
  expect(home).toContain('2100+')
  expect(await read('/why-rwanda')).toContain('Aimée N&#x27;Sengi')
  expect(await read('/who-we-are')).toContain('Claudine Mukamana')
})

test('calendars name the new address as their organizer, and keep the names of their events', async () => {
  const id = await createEvent(app.services)
  await save('contact', { email: 'muraho@elsewhere.example' })
  const feed = await read('/events.ics')
  expect(feed).toContain('ORGANIZER;CN="Huza":mailto:muraho@elsewhere.example')
  expect(feed).toContain(`UID:event-${id}@huza.example`)
})

test('another process reads the settings once, and again after a change', async () => {
  const { config, database, log, tagVersions } = app.services
  const elsewhere = createTagVersions()
  const stops = [tagVersions, elsewhere].map((versions) => versions.startSync(database, log))
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))))
  const read = createSettingsReader(config, database, elsewhere)
  const first = await read()
  expect(await read()).toBe(first)
  await save('about', { rate: '90%' })
  await expect.poll(async () => (await read()).about.rate).toBe('90%')
})

test('without the database, pages show what was delivered, and the settings again after that', async () => {
  const { database, tagVersions } = app.services
  const rename = (from: string, to: string) =>
    database.schema.alterTable(from).renameTo(to).execute()
  await rename('settings', 'unreadable')
  tagVersions.invalidate(['Settings'])
  const degraded = await pages.request('/terms')
  await rename('unreadable', 'settings')
  expect(await degraded.text()).toContain('KK 15 Road')
  expect(degraded.headers.get('cache-control')).toBe('no-store')
  expect(await read('/terms')).toContain('KN 3 Avenue')
})

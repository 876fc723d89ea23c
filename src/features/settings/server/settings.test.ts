import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { companyDefaults } from '#shared/company-defaults.ts'
import type { SettingSection } from '#shared/settings.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let other: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
  other = await app.signIn('ADMIN', { name: "Aline O'Hara" })
})
afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  await app.services.database.deleteFrom('settings').execute()
  await app.services.database.deleteFrom('setting_revisions').execute()
  await app.services.database.deleteFrom('audit_log').execute()
  app.services.tagVersions.invalidate(['Settings'])
})

const get = async () => (await app.json('/api/admin/settings/', { token })).body
const save = (section: SettingSection, json: object, by = token) =>
  app.json(`/api/admin/settings/${section}/`, { method: 'PATCH', token: by, json })
const restore = (section: SettingSection, json: object) =>
  app.json(`/api/admin/settings/${section}/restore/`, { method: 'POST', token, json })
const revisions = async (section: SettingSection) =>
  (await app.json(`/api/admin/settings/${section}/revisions/`, { token })).body
const audit = () =>
  app.services.database.selectFrom('audit_log').selectAll().orderBy('id').execute()

test('nothing is set at first: everything is as delivered', async () => {
  const delivered = { updated_by: '', revision: null }
  expect(await get()).toMatchObject({
    contact: { ...companyDefaults.contact, ...delivered },
    social: { ...companyDefaults.social, ...delivered },
    about: { ...companyDefaults.about, ...delivered },
    partners: { ...companyDefaults.partners, ...delivered },
    comments: { moderation: 'after', ...delivered },
  })
  expect(await revisions('contact')).toMatchObject({
    results: [],
    total_items: 0,
    delivered: companyDefaults.contact,
  })
})

test('each section is saved on its own, and what is not sent stays', async () => {
  const contact = await save('contact', {
    email: ' hello@İstanbul.example ',
    city: "Nyamata, l'Est",
  })
  expect(contact.status).toBe(200)
  expect(contact.body).toMatchObject({
    ...companyDefaults.contact,
    email: 'hello@İstanbul.example',
    city: "Nyamata, l'Est",
    updated_by: 'Diane Keza',
    revision: expect.any(Number),
  })
  const social = { networks: [{ network: 'TikTok', url: 'https://www.tiktok.com/@huza' }] }
  expect((await save('social', social)).body).toMatchObject(social)
  expect((await save('about', { chief_name: 'Eric M.', years: '12+' })).body).toMatchObject({
    ...companyDefaults.about,
    chief_name: 'Eric M.',
    years: '12+',
  })
  const logo = await createImage(app.services)
  const url = 'https://akazi.example'
  const partners = { partners: [{ name: 'Akazi', logo, url, is_visible: false }] }
  expect((await save('partners', partners)).body).toMatchObject(partners)
  expect((await save('comments', { moderation: 'BEFORE' })).body.moderation).toBe('before')
  const all = await get()
  expect(all.contact).toEqual(contact.body)
  expect(all).toMatchObject({ social, partners, comments: { moderation: 'before' } })
})

test('a place on the map is read from numbers and from links', async () => {
  const positions = {
    '-1.95,30.06': '-1.95, 30.06',
    'https://www.openstreetmap.org/?mlat=-1.9441&mlon=30.0619#map=16/-1/30': '-1.9441, 30.0619',
    'https://www.openstreetmap.org/#map=17/-1.94410/30.06190': '-1.9441, 30.0619',
    'https://www.google.com/maps/place/Kigali/@-1.9440727,30.0618851,17z': '-1.944073, 30.061885',
  }
  for (const [text, position] of Object.entries(positions)) {
    expect((await save('contact', { map_position: text })).body.map_position).toBe(position)
  }
})

const https = 'Please enter an address that starts with https://'
const partner = { name: 'Akazi', logo: '', url: '', is_visible: true }

test.each<[SettingSection, string, unknown, string]>([
  ['contact', 'email', '', 'Email is required'],
  ['contact', 'email', 'info at huza', 'Please enter a valid email address'],
  ['contact', 'email', `${'a'.repeat(250)}@huza.example`, 'At most 254 characters'],
  ['contact', 'phone', '', 'Phone number is required'],
  ['contact', 'phone', 'call us', 'Please enter a valid phone number'],
  ['contact', 'phone', '1'.repeat(31), 'At most 30 characters'],
  ['contact', 'street', ' ', 'Street is required'],
  ['contact', 'city', '', 'City is required'],
  ['contact', 'country', 'x'.repeat(61), 'At most 60 characters'],
  ['contact', 'map_position', 'Kigali', 'Please enter latitude and longitude'],
  ['contact', 'map_position', '95, 30', 'Please enter latitude and longitude'],
  ['contact', 'hours', [{ days: '', time: 'closed' }], 'Please enter the days'],
  ['contact', 'hours', [{ days: 'Sunday', time: 'x'.repeat(41) }], 'At most 40 characters'],
  ['contact', 'hours', Array(8).fill({ days: 'Sunday', time: 'closed' }), 'At most 7 lines'],
  ['social', 'networks', [{ network: 'Myspace', url: 'https://x.com/a' }], 'choose a network'],
  ['social', 'networks', [{ network: 'X', url: 'http://x.com/huza' }], https],
  ['social', 'networks', [{ network: 'X', url: 'https://evil.example/x.com' }], 'your page on X'],
  ['social', 'networks', [{ network: 'X', url: 'https://notx.com/huza' }], 'your page on X'],
  ['social', 'networks', [{ network: 'X', url: 'https://x.com/' }], 'your page on X'],
  ['social', 'networks', Array(2).fill({ network: 'X', url: 'https://x.com/a' }), 'once'],
  ['about', 'chief_name', '', 'Name is required'],
  ['about', 'chief_position', 'x'.repeat(121), 'At most 120 characters'],
  ...(['years', 'trained', 'outsourced', 'partners', 'rate'] as const).map(
    (figure): [SettingSection, string, unknown, string] => [
      'about',
      figure,
      '',
      'Please enter a figure, such as 50+',
    ],
  ),
  ['about', 'rate', 'more than ever before', 'At most 12 characters'],
  ['partners', 'partners', [{ ...partner, name: '' }], 'Name is required'],
  ['partners', 'partners', [{ ...partner, url: 'javascript:alert(1)' }], https],
  ['partners', 'partners', [{ ...partner, logo: 'javascript:1' }], 'a path of this site'],
  ['partners', 'partners', [{ ...partner, is_visible: 'maybe' }], 'choose true or false'],
  ['partners', 'partners', [partner, { ...partner, name: 'AKAZI' }], 'Each partner once'],
  [
    'partners',
    'partners',
    [{ ...partner, logo: '/images/00000000000000000000-400x600-ffffff' }],
    'This picture is not stored here any more',
  ],
  ['comments', 'moderation', 'never', 'Please choose when comments are read'],
])('%s: %s is refused when it is %j', async (section, field, value, message) => {
  const { status, body } = await save(section, { [field]: value })
  expect([status, Object.keys(body)]).toEqual([400, [field]])
  expect(body[field].join(' ')).toContain(message)
  expect(await get()).toMatchObject({ [section]: { revision: null } })
  expect(await audit()).toEqual([])
})

test('all wrong fields are told at once, and nothing of the right ones is saved', async () => {
  const { status, body } = await save('contact', { email: 'no', phone: 'no', city: 'Huye' })
  expect([status, Object.keys(body).sort()]).toEqual([400, ['email', 'phone']])
  expect((await get()).contact.city).toBe('Kigali')
})

test('editors, recruiters and visitors see and change nothing', async () => {
  for (const role of ['EDITOR', 'RECRUITER'] as const) {
    const theirs = await app.signIn(role)
    expect((await app.json('/api/admin/settings/', { token: theirs })).status).toBe(403)
    expect((await save('contact', { phone: '+250 1234567' }, theirs)).status).toBe(403)
  }
  const init = { method: 'PATCH', json: { phone: '+250 1234567' } }
  expect((await app.json('/api/admin/settings/contact/', init)).status).toBe(401)
  expect((await get()).contact.phone).toBe(companyDefaults.contact.phone)
})

test('a save of what has changed meanwhile is refused, and names who has changed what', async () => {
  const { contact } = await get()
  expect((await save('contact', { phone: '+250 788 111 111' }, other)).status).toBe(200)
  const json = { city: 'Huye', expected_updated_at: contact.updated_at }
  const { status, body } = await save('contact', json)
  expect([status, body.detail]).toEqual([409, expect.stringContaining("by Aline O'Hara (phone)")])
  expect(body.current).toMatchObject({ phone: '+250 788 111 111', city: 'Kigali' })
  const again = { city: 'Huye', expected_updated_at: body.current.updated_at }
  expect((await save('contact', again)).body).toMatchObject({
    phone: '+250 788 111 111',
    city: 'Huye',
  })
})

test('of two administrators who save a section for the first time, one is refused', async () => {
  const { social } = await get()
  const networks = [[], [{ network: 'X', url: 'https://x.com/a' }]]
  const responses = await Promise.all(
    networks.map((list, index) =>
      save(
        'social',
        { networks: list, expected_updated_at: social.updated_at },
        [token, other][index],
      ),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await revisions('social')).total_items).toBe(1)
})

test('each save is kept, told in the audit log, and can be restored', async () => {
  await save('about', { rate: '84%' })
  await save('about', { rate: '85%', years: '11+' }, other)
  const { results } = await revisions('about')
  expect(results).toMatchObject([
    { by: "Aline O'Hara", values: { rate: '85%', years: '11+' } },
    { by: 'Diane Keza', values: { rate: '84%', years: '10+' } },
  ])
  const { updated_at } = (await get()).about
  const json = { revision: results[1].id, expected_updated_at: updated_at }
  expect((await restore('about', json)).status).toBe(200)
  expect((await get()).about).toMatchObject({ rate: '84%', years: '10+' })
  expect((await restore('about', json)).status).toBe(409)
  expect((await restore('about', { revision: null })).status).toBe(200)
  expect((await get()).about).toMatchObject(companyDefaults.about)
  expect((await revisions('about')).total_items).toBe(4)
  const lines = await audit()
  expect(lines.map(({ actor_name }) => actor_name)).toEqual([
    'Diane Keza',
    "Aline O'Hara",
    'Diane Keza',
    'Diane Keza',
  ])
  expect(lines[1]).toMatchObject({ action: 'changed', target: 'settings', target_id: 'about' })
  expect(lines.map(({ details }) => JSON.parse(details))).toEqual([
    { fields: ['rate'] },
    { fields: ['years', 'rate'] },
    { fields: ['years', 'rate'], restored: true },
    { fields: ['rate'], restored: true },
  ])
})

test('a version of another section is not found', async () => {
  const { revision } = (await save('about', { rate: '84%' })).body
  expect((await restore('contact', { revision })).status).toBe(404)
  expect((await restore('about', { revision: 0 })).status).toBe(400)
  expect((await app.json('/api/admin/settings/words/revisions/', { token })).status).toBe(400)
})

test('saving what is there already makes no new version', async () => {
  const { body } = await save('about', { rate: '84%' })
  expect((await save('about', { rate: '84%' })).body).toEqual(body)
  expect((await revisions('about')).total_items).toBe(1)
  expect(await audit()).toHaveLength(1)
})

test('comments are held from the moment when they are to be read before', async () => {
  const news_id = await createArticle(app.services)
  const comment = (message: string) =>
    app.json('/api/website/comments/', {
      method: 'POST',
      json: { name: 'Ange', email: 'ange@example.com', message, is_published: true, news_id },
    })
  expect((await comment('Good to know')).body).toMatchObject({ is_held: false })
  await save('comments', { moderation: 'before' })
  expect((await comment('Thank you for this')).body).toMatchObject({ is_held: true })
  await save('comments', { moderation: 'after' })
  expect((await comment('And for that')).body).toMatchObject({ is_held: false })
})

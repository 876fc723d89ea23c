import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { startApplicationPage } from '#testing/application-page.ts'
import { applicationForm, pdfFile } from '#testing/applying.ts'
import { openApplication } from '#testing/sealing.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startApplicationPage>>
beforeEach(async () => {
  site = await startApplicationPage()
  app = site.app
})
afterEach(() => {
  vi.restoreAllMocks()
  return app[Symbol.asyncDispose]()
})

/** Posts the form, with the changes, as a browser without JavaScript does. */
async function post(changes: Parameters<typeof applicationForm>[1] = {}, url = site.urlOf()) {
  const body = applicationForm(site.target, { done_at: undefined, ...changes })
  const response = await site.pages.request(url, { method: 'POST', body })
  return {
    status: response.status,
    location: response.headers.get('location'),
    retryAfter: response.headers.get('retry-after'),
    cacheControl: response.headers.get('cache-control'),
    html: await site.textOf(response),
  }
}

const stored = async () => {
  const rows = await app.services.database
    .selectFrom('applications')
    .select(['email', 'identification', 'cohort_id', 'status', 'resume_id'])
    .execute()
  return rows.map((row) => {
    const { resume_id: _, ...opened } = openApplication(app, row)
    return opened
  })
}

const expectTyped = (html: string) => {
  expect(html).toContain('value="aline@example.rw"')
  expect(html).toMatch(/<input[^>]*value="FEMALE"[^>]*checked=""|checked=""[^>]*value="FEMALE"/)
  expect(html).toContain('>I want to learn.</textarea>')
  expect(html).toContain('Personal Details &amp; Resume')
}

test('an application is stored, and confirmed at a URL that can be loaded again', async () => {
  const { status, location } = await post({ identification: '1 2001 7 0012345 6 78' })
  expect([status, location]).toEqual([303, site.urlOf({ ...site.target, step: 4 })])
  expect(await stored()).toEqual([
    {
      email: 'aline@example.rw',
      identification: '1200170012345678',
      cohort_id: site.target.cohort,
      status: 'PENDING',
    },
  ])
  for (const _ of ['first', 'again']) {
    const done = await site.read(location ?? '')
    expect(done).toContain('Application Submitted!')
    for (const text of ['Kigali Web', '13 weeks']) expect(done).toContain(text)
  }
  expect(await stored()).toHaveLength(1)
})

test('the same form sent again is stored once, and confirmed again', async () => {
  const resume = pdfFile()
  const sent = await Promise.all([post({ resume }), post({ resume }), post({ resume })])
  sent.push(await post({ resume }))
  expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  expect(await stored()).toHaveLength(1)
  const changed = await post({ resume, last_name: 'Keza' })
  expect(changed.status).toBe(400)
  expect(changed.html).toContain('You have already applied to this cohort with this email')
  app.advanceS(3600)
  expect((await post({ resume })).status).toBe(400)
})

test('a form of a bot is confirmed, and stored as rejected', async () => {
  expect((await post({ website: 'https://spam.example' })).status).toBe(303)
  expect(await stored()).toMatchObject([{ status: 'REJECTED' }])
})

test('every error stands at its field, and what was typed stays', async () => {
  const empty = Object.fromEntries(
    [...applicationForm(site.target).keys()]
      .filter((name) => !(name in site.target))
      .map((name) => [name, '']),
  )
  const nothing = await post(empty)
  expect([nothing.status, nothing.cacheControl]).toEqual([400, 'no-store'])
  for (const message of [
    'Please check the marked fields.',
    ...['First name', 'Last name', 'Date of birth', 'National ID', 'Gender', 'Email'].map(
      (field) => `${field} is required`,
    ),
    'Phone number is required',
    'Resume is required',
  ])
    expect(nothing.html).toContain(message)

  const wrong = await post({
    date_of_birth: '2030-01-01',
    identification: 'a_b',
    first_name: '"><b>',
    level: 'EXPERT',
    phone_number: 'x'.repeat(41),
  })
  for (const message of [
    'Please enter a valid date',
    'Invalid National ID format',
    'At most 40 characters',
    'Please choose an experience level',
    'Please choose your resume again',
  ])
    expect(wrong.html).toContain(message)
  expect(wrong.html).toContain('value="a_b"')
  expect(wrong.html).not.toContain('"><b>')
  expectTyped(wrong.html)
  expect(await stored()).toEqual([])
})

test.each([
  ['is none', new File(['MZ a program'], 'resume.pdf'), /Resume must be a PDF, DOC or DOCX file/],
  ['is of another type', new File(['x'], 'resume.exe'), /Resume must be a PDF, DOC or DOCX file/],
  ['is too large', new File([new Uint8Array(11_000_000)], 'resume.pdf'), /10MB or smaller/],
  ['is empty', new File([], 'resume.pdf'), /This file is empty/],
])('a resume that %s is refused at its field', async (_, resume, message) => {
  const { status, html } = await post({ resume })
  expect(status).toBe(400)
  expect(html).toMatch(message)
  expectTyped(html)
  expect(await stored()).toEqual([])
})

test.each([
  ['full', 'This cohort is full. Please select another cohort'],
  ['closed', 'This cohort is not open for applications'],
  ['draft', 'Please select a cohort'],
] as const)(
  'in place of a cohort that became %s, another is chosen in the form',
  async (status, message) => {
    await app.services.database
      .updateTable('cohorts')
      .set({ status })
      .where('id', '=', site.target.cohort)
      .execute()
    const refused = await post()
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(message)
    expect(refused.html).toContain(`<option value="${site.other}">Huye Data</option>`)
    expect(refused.html).not.toContain(`<option value="${site.target.cohort}"`)
    expectTyped(refused.html)
    const sent = await post({ cohort: site.other })
    expect(sent.location).toBe(site.urlOf({ ...site.target, cohort: site.other, step: 4 }))
    expect(await stored()).toMatchObject([{ cohort_id: site.other }])
  },
)

test('in place of a tech stack that is gone, another is chosen in the form', async () => {
  const { html } = await post({ tech_stack: 'cobol' })
  expect(html).toContain('This tech stack is not offered any more. Please choose another')
  expect(html).toContain(`<option value="${site.target.tech_stack}">`)
  expectTyped(html)
})

test('a client over the limit is told when to try again, before its file is received', async () => {
  const resets_at = new Date(app.services.now().getTime() + 300_000).toISOString()
  await app.services.database
    .insertInto('limits')
    .values({ key: 'call:applications.submit:127.0.0.1', count: 300, resets_at })
    .execute()
  const { status, retryAfter, html } = await post()
  expect([status, retryAfter]).toEqual([429, '300'])
  expect(html).toContain('Please try again in 5 minutes.')
  expect(html).toContain('When you go back in your browser, what you typed is still there.')
  expect(html).toContain('Personal Details &amp; Resume')
})

test('a form that is far too large gets a page that says so', async () => {
  const response = await site.pages.request(site.urlOf(), {
    method: 'POST',
    body: 'x',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(200 * 1024 * 1024),
    },
  })
  expect(response.status).toBe(413)
  expect(await site.textOf(response)).toContain('resume must be 10MB or smaller.')
})

test('a failure of the server keeps what was typed, and the form can be sent again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const rename = (from: string, to: string) =>
    app.services.database.schema.alterTable(from).renameTo(to).execute()
  await rename('application_keys', 'unreadable')
  const { status, html } = await post().finally(() => rename('unreadable', 'application_keys'))
  expect(status).toBe(500)
  expect(html).toContain('Nothing that you typed is lost: please try again.')
  expectTyped(html)
  expect((await post()).status).toBe(303)
})

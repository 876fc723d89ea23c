import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { applicationForm, pdfFile } from '#testing/applying.ts'
import { startTestPages, type TestPages } from '#testing/pages.ts'
import { openApplication } from '#testing/sealing.ts'

/** Open by the clock of the app as well as by that of the page. */
const dates = { start: '2041-03-01', end: '2041-05-31', deadline: '2041-02-01' }

let app: TestApp
let pages: TestPages
let target: { cohort: number; tech_stack: string }
let other: number
beforeEach(async () => {
  app = await startTestApp({ FORM_SECONDS_MIN: '0', LOG_LEVEL: 'silent' })
  pages = await startTestPages(app.services)
  target = {
    cohort: await createCohort(app.services, { name: 'Kigali Web', ...dates }),
    tech_stack: await createTechStack(app.services),
  }
  other = await createCohort(app.services, { name: 'Huye Data', ...dates })
})
afterEach(() => {
  vi.restoreAllMocks()
  return app[Symbol.asyncDispose]()
})

const urlOf = (chosen: Record<string, string | number> = target) =>
  `/cohort-application?${new URLSearchParams(
    Object.entries(chosen).map(([name, value]) => [name, String(value)]),
  )}`

async function read(url: string) {
  const response = await pages.request(url)
  expect(response.status).toBe(200)
  return textOf(response)
}

/** What is in the page's frame, without the marks that React puts between texts. */
const textOf = async (response: Response) =>
  (/<main.*<\/main>/s.exec(await response.text())?.[0] ?? '').replaceAll('<!-- -->', '')

/** Posts the form, with the changes, as a browser without JavaScript does. */
async function post(changes: Parameters<typeof applicationForm>[1] = {}, url = urlOf()) {
  const body = applicationForm(target, { done_at: undefined, ...changes })
  const response = await pages.request(url, { method: 'POST', body })
  return {
    status: response.status,
    location: response.headers.get('location'),
    retryAfter: response.headers.get('retry-after'),
    cacheControl: response.headers.get('cache-control'),
    html: await textOf(response),
  }
}

/** A button that sends the name and the value. */
const buttonOf = (name: string, value: string | number) =>
  new RegExp(`<button (?=[^>]*type="submit")(?=[^>]*name="${name}")[^>]*value="${value}"`)

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

test('each choice is a button that puts it into the URL, and the URL leads to the next step', async () => {
  const first = await read('/cohort-application')
  expect(first).toMatch(buttonOf('cohort', target.cohort))
  const second = await read(urlOf({ cohort: target.cohort }))
  expect(second).toContain('Choose Your Tech Stack')
  expect(second).toContain(`<input type="hidden" name="cohort" value="${target.cohort}"/>`)
  expect(second).toMatch(buttonOf('tech_stack', target.tech_stack))
  expect(second).toMatch(buttonOf('step', 1))
  const third = await read(urlOf())
  expect(third).toMatch(/<form[^>]*method="post"[^>]*>/)
  expect(third).toContain('encType="multipart/form-data"')
  expect(third).toMatch(/<input(?=[^>]*type="file")[^>]*name="resume"/)
  expect(third).toMatch(/name="form_token" value="[^"]/)
  expect(third).toContain('Kigali Web · ')
})

test('the first step sleeps until something of it is needed, the others wake by themselves', async () => {
  const wakes = async (url: string) => {
    const html = await (await pages.request(url)).text()
    return /data-scripts="(.*?)"/.exec(html)?.[1] === 'now'
  }
  for (const url of ['/cohort-application', '/cohort-application?page=2', urlOf({ step: 1 })])
    expect(await wakes(url), url).toBe(false)
  const chosen = { cohort: target.cohort }
  const gone = { cohort: 99, tech_stack: 'none' }
  for (const choice of [chosen, target, gone, { ...target, step: 2 }, { ...target, step: 4 }])
    expect(await wakes(urlOf(choice)), JSON.stringify(choice)).toBe(true)
  expect(await wakes('/cohort-application?step=3')).toBe(false)
})

test('a step back keeps what is chosen', async () => {
  const first = await read(urlOf({ ...target, step: 1 }))
  expect(first).toMatch(/Selected<\/button>/)
  expect(first).toContain(`<input type="hidden" name="tech_stack" value="${target.tech_stack}"/>`)
  expect(await read(urlOf({ ...target, step: 2 }))).toMatch(/Selected<\/button>/)
})

test('more cohorts are loaded by a URL', async () => {
  for (const name of ['Third', 'Fourth', 'Fifth'])
    await createCohort(app.services, { name, ...dates })
  expect(await read('/cohort-application')).toContain('Showing 2 of 5 cohorts')
  const more = await read('/cohort-application?page=2')
  expect(more).toContain('Showing 4 of 5 cohorts')
  expect(more).toMatch(buttonOf('page', 3))
  expect(await read('/cohort-application?page=99')).toContain('Page 3 of 3')
  for (const page of ['0', '-1', 'x', '1.5', '1e99'])
    expect(await read(`/cohort-application?page=${page}`)).toContain('Page ')
})

test('an application is stored, and confirmed at a URL that can be loaded again', async () => {
  const { status, location } = await post({ identification: '1 2001 7 0012345 6 78' })
  expect([status, location]).toEqual([303, urlOf({ ...target, step: 4 })])
  expect(await stored()).toEqual([
    {
      ...{ email: 'aline@example.rw', identification: '1200170012345678' },
      ...{ cohort_id: target.cohort, status: 'PENDING' },
    },
  ])
  for (const _ of ['first', 'again']) {
    const done = await read(location ?? '')
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
    [...applicationForm(target).keys()]
      .filter((name) => !(name in target))
      .map((name) => [name, '']),
  )
  const nothing = await post(empty)
  expect([nothing.status, nothing.cacheControl]).toEqual([400, 'no-store'])
  for (const message of [
    'Please check the marked fields.',
    ...['First name', 'Last name', 'Date of birth', 'National ID', 'Gender', 'Email'].map(
      (field) => `${field} is required`,
    ),
    ...['Phone number is required', 'Resume is required'],
  ])
    expect(nothing.html).toContain(message)

  const wrong = await post({
    ...{ date_of_birth: '2030-01-01', identification: 'a_b', first_name: '"><b>' },
    ...{ level: 'EXPERT', phone_number: 'x'.repeat(41) },
  })
  for (const message of [
    ...['Please enter a valid date', 'Invalid National ID format', 'At most 40 characters'],
    ...['Please choose an experience level', 'Please choose your resume again'],
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
      .where('id', '=', target.cohort)
      .execute()
    const refused = await post()
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(message)
    expect(refused.html).toContain(`<option value="${other}">Huye Data</option>`)
    expect(refused.html).not.toContain(`<option value="${target.cohort}"`)
    expectTyped(refused.html)
    const sent = await post({ cohort: other })
    expect(sent.location).toBe(urlOf({ ...target, cohort: other, step: 4 }))
    expect(await stored()).toMatchObject([{ cohort_id: other }])
  },
)

test('the next step is asked for without a choice: the step says what is missing', async () => {
  expect(await read('/cohort-application')).not.toMatch(
    /missing-choice"[^>]*>.*Please select a cohort/,
  )
  const asked = await read('/cohort-application?step=2')
  expect(asked).toMatch(/id="missing-choice-text"[^>]*>.*Please select a cohort/)
  const second = await read(`/cohort-application?cohort=${target.cohort}&step=3`)
  expect(second).toMatch(/id="missing-choice-text"[^>]*>.*Please select a tech stack/)
})

test('in place of a tech stack that is gone, another is chosen in the form', async () => {
  const { html } = await post({ tech_stack: 'cobol' })
  expect(html).toContain('This tech stack is not offered any more. Please choose another')
  expect(html).toContain(`<option value="${target.tech_stack}">`)
  expectTyped(html)
})

test('a link to what is no longer offered leads to the step that chooses it, and says why', async () => {
  const set = (changes: { status?: 'full'; deadline?: string; closes_at?: string }) =>
    app.services.database
      .updateTable('cohorts')
      .set(changes)
      .where('id', '=', target.cohort)
      .execute()
      .then(() => app.services.tagVersions.invalidate(['Cohort']))
  const gone = await read(urlOf({ ...target, tech_stack: 'cobol' }))
  expect(gone).toContain('Choose Your Tech Stack')
  expect(gone).toContain('This tech stack is not offered any more. Please choose another')
  for (const cohort of ['999', 'x'])
    expect(await read(urlOf({ ...target, cohort }))).toContain('Please select a cohort')
  await set({ status: 'full' })
  const full = await read(urlOf())
  expect(full).toContain('Select Cohort')
  expect(full).toContain('This cohort is full. Please select another cohort')
  await set({ deadline: '2026-01-02', closes_at: '2026-01-02T22:00:00.000Z' })
  expect(await read(urlOf())).toMatch(/role="alert"[^>]*><p[^>]*>Application deadline has passed/)
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
  const response = await pages.request(urlOf(), {
    method: 'POST',
    body: 'x',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(200 * 1024 * 1024),
    },
  })
  expect(response.status).toBe(413)
  expect(await textOf(response)).toContain('resume must be 10MB or smaller.')
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

test('where the cohorts cannot be read, the page says so without JavaScript, or wakes to read them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const rename = (from: string, to: string) =>
    app.services.database.schema.alterTable(from).renameTo(to).execute()
  await rename('cohorts', 'unreadable')
  const response = await pages.request('/cohort-application')
  await rename('unreadable', 'cohorts')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await textOf(response)
  expect(html).toMatch(/<noscript>.*The cohorts could not be loaded\./)
  expect(html).toContain('data-wakes="near"')
  expect(await read(urlOf())).toContain('Personal Details &amp; Resume')
})

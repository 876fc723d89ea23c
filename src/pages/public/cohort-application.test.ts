import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import type { TestApp } from '#testing/app.ts'
import { openDates, startApplicationPage } from '#testing/application-page.ts'

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

/** A button that sends the name and the value. */
const buttonOf = (name: string, value: string | number) =>
  new RegExp(`<button (?=[^>]*type="submit")(?=[^>]*name="${name}")[^>]*value="${value}"`)

test('each choice is a button that puts it into the URL, and the URL leads to the next step', async () => {
  const first = await site.read('/cohort-application')
  expect(first).toMatch(buttonOf('cohort', site.target.cohort))
  const second = await site.read(site.urlOf({ cohort: site.target.cohort }))
  expect(second).toContain('Choose Your Tech Stack')
  expect(second).toContain(`<input type="hidden" name="cohort" value="${site.target.cohort}"/>`)
  expect(second).toMatch(buttonOf('tech_stack', site.target.tech_stack))
  expect(second).toMatch(buttonOf('step', 1))
  const third = await site.read(site.urlOf())
  expect(third).toMatch(/<form[^>]*method="post"[^>]*>/)
  expect(third).toContain('encType="multipart/form-data"')
  expect(third).toMatch(/<input(?=[^>]*type="file")[^>]*name="resume"/)
  expect(third).toMatch(/name="form_token" value="[^"]/)
  expect(third).toContain('Kigali Web · ')
})

test('the first step hydrates once something of it is needed, the others as they load', async () => {
  const hydratesOnLoad = async (url: string) => {
    const html = await (await site.pages.request(url)).text()
    return /data-scripts="(.*?)"/.exec(html)?.[1] === 'now'
  }
  for (const url of ['/cohort-application', '/cohort-application?page=2', site.urlOf({ step: 1 })])
    expect(await hydratesOnLoad(url), url).toBe(false)
  const chosen = { cohort: site.target.cohort }
  const gone = { cohort: 99, tech_stack: 'none' }
  for (const choice of [
    chosen,
    site.target,
    gone,
    { ...site.target, step: 2 },
    { ...site.target, step: 4 },
  ])
    expect(await hydratesOnLoad(site.urlOf(choice)), JSON.stringify(choice)).toBe(true)
  // What is missing there is also said as a notification.
  expect(await hydratesOnLoad('/cohort-application?step=2')).toBe(true)
})

test('a step back keeps what is chosen', async () => {
  const first = await site.read(site.urlOf({ ...site.target, step: 1 }))
  expect(first).toMatch(/Selected<\/span><\/button>/)
  expect(first).toContain(
    `<input type="hidden" name="tech_stack" value="${site.target.tech_stack}"/>`,
  )
  expect(await site.read(site.urlOf({ ...site.target, step: 2 }))).toMatch(
    /Selected<\/span><\/button>/,
  )
})

test('more cohorts are loaded by a URL', async () => {
  for (const name of ['Third', 'Fourth', 'Fifth'])
    await createCohort(app.services, { name, ...openDates })
  expect(await site.read('/cohort-application')).toContain('Showing 2 of 5 cohorts')
  const more = await site.read('/cohort-application?page=2')
  expect(more).toContain('Showing 4 of 5 cohorts')
  expect(more).toMatch(buttonOf('page', 3))
  expect(await site.read('/cohort-application?page=99')).toContain('Page 3 of 3')
  for (const page of ['0', '-1', 'x', '1.5', '1e99'])
    expect(await site.read(`/cohort-application?page=${page}`)).toContain('Page ')
})

test('the next step is asked for without a choice: the step says what is missing', async () => {
  expect(await site.read('/cohort-application')).not.toMatch(
    /id="missing-choice"[^>]*>.*Please select a cohort/,
  )
  const asked = await site.read('/cohort-application?step=2')
  expect(asked).toMatch(/id="missing-choice"[^>]*>.*Please select a cohort/)
  const second = await site.read(`/cohort-application?cohort=${site.target.cohort}&step=3`)
  expect(second).toMatch(/id="missing-choice"[^>]*>.*Please select a tech stack/)
})

test('only an application for what there is is confirmed', async () => {
  for (const choice of [{ cohort: '999' }, { tech_stack: 'x' }, { cohort: '999', tech_stack: 'x' }])
    expect(await site.read(site.urlOf({ ...site.target, ...choice, step: 4 }))).not.toContain(
      'Application Submitted!',
    )
})

test('a link to what is no longer offered leads to the step that chooses it, and says why', async () => {
  const set = (changes: { status?: 'full'; deadline?: string; closes_at?: string }) =>
    app.services.database
      .updateTable('cohorts')
      .set(changes)
      .where('id', '=', site.target.cohort)
      .execute()
      .then(() => app.services.tagVersions.invalidate(['Cohort']))
  const gone = await site.read(site.urlOf({ ...site.target, tech_stack: 'cobol' }))
  expect(gone).toContain('Choose Your Tech Stack')
  expect(gone).toContain('This tech stack is not offered any more. Please choose another')
  expect(gone).not.toContain('id="missing-choice"')
  for (const cohort of ['999', 'x'])
    expect(await site.read(site.urlOf({ ...site.target, cohort }))).toContain(
      'Please select a cohort',
    )
  await set({ status: 'full' })
  const full = await site.read(site.urlOf())
  expect(full).toContain('Select Cohort')
  expect(full).toContain('This cohort is full. Please select another cohort')
  await set({ deadline: '2026-01-02', closes_at: '2026-01-02T22:00:00.000Z' })
  for (const choice of [site.target, { cohort: site.target.cohort }]) {
    const late = await site.read(site.urlOf(choice))
    expect(late).toMatch(/role="alert"[^>]*><p[^>]*>Application deadline has passed/)
    // Nobody has pressed Continue.
    expect(late).not.toContain('id="missing-choice"')
  }
})

test('where the cohorts cannot be read, the page says so without JavaScript, or hydrates to read them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const rename = (from: string, to: string) =>
    app.services.database.schema.alterTable(from).renameTo(to).execute()
  await rename('cohorts', 'unreadable')
  const response = await site.pages.request('/cohort-application')
  await rename('unreadable', 'cohorts')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await site.textOf(response)
  expect(html).toMatch(/<noscript>.*The cohorts could not be loaded\./)
  expect(html).toContain('data-hydrates="near"')
  expect(await site.read(site.urlOf())).toContain('Personal Details &amp; Resume')
})

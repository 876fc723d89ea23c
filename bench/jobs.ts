import { chromium, type Page } from '@playwright/test'
import type { ApplicationStatus } from '#features/applications/validation.ts'
import { createUser } from '#seed/factories/accounts.ts'
import { createApplication, insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createSlot } from '#seed/factories/interviews.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { notificationOf, openDashboard, rowsOf, stripOf } from '../e2e/support/dashboard.ts'
import { getChromium } from '../scripts/chromium.mjs'
import { median } from './measure.ts'
import { expect, openPage, Person } from './person.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const rounds = 3
/** A search finds words, and one of a round's own. */
const places = ['Nyagatare', 'Musanze', 'Rubavu']
const dayMs = 24 * 60 * 60 * 1000

/**
 * Stores what a round of a job needs.
 * @returns does it, from the overview until the screen says that it is done
 */
type Job = (site: Site, round: number) => Promise<(person: Person) => Promise<unknown>>

/** Measures what ten jobs of staff cost in keys, clicks and seconds. Reading takes no time. */
export async function measureJobs(site: Site): Promise<string> {
  const work: [name: string, run: Awaited<ReturnType<Job>>][] = []
  for (const [name, prepare] of Object.entries(jobs)) {
    for (let round = 1; round <= rounds; round += 1) work.push([name, await prepare(site, round)])
  }
  const { email, password } = await createUser(site.services, { role: 'ADMIN' })
  await using product = await site.start()
  const browser = await chromium.launch({ executablePath: await getChromium() })
  try {
    const page = await openPage(browser, product.url)
    await openDashboard(page, '/dashboard', { email, password })
    const results = new Map(Object.keys(jobs).map((name) => [name, [] as Result[]]))
    for (const [name, run] of work) results.get(name)?.push(await measure(page, run))
    const rows = [...results].map(([name, all]) => [
      name,
      ...(['keys', 'letters', 'clicks'] as const).map((unit) =>
        String(median(all.map((one) => one[unit]))),
      ),
      shown(median(all.map(({ seconds }) => seconds))),
    ])
    return [
      `${site.engine}: jobs of staff, median of ${rounds}`,
      table(['job', 'keys', 'letters', 'clicks', 'seconds'], rows),
    ].join('\n\n')
  } finally {
    await browser.close()
  }
}

type Result = Awaited<ReturnType<typeof measure>>

async function measure(page: Page, run: (person: Person) => Promise<unknown>) {
  await page.goto('/dashboard')
  await expect(page.getByText('Latest applications')).toBeVisible()
  const person = new Person(page)
  const startedAt = performance.now()
  await run(person)
  const { keys, letters, clicks } = person
  return { keys, letters, clicks, seconds: (performance.now() - startedAt) / 1000 }
}

/** A cohort of a round, with so many applicants. @returns its id */
async function createCrowd(
  site: Site,
  name: string,
  count: number,
  status: ApplicationStatus = 'PENDING',
) {
  const { services } = site
  const id = await createCohort(services, { name, limit: Math.max(count, 1) })
  await insertManyApplications(services, { cohort: id, tech_stack: 'react-js' }, count)
  await services.database
    .updateTable('applications')
    .set({ status })
    .where('cohort_id', '=', id)
    .execute()
  return id
}

/** Goes to the list of a cohort's applications. */
async function goToCohort(person: Person, name: string, count: number) {
  await person.go(name, name)
  await expect(rowsOf(person.page)).toHaveCount(1)
  await person.clickButton(`Actions for ${name}`)
  await person.clickItem('Applications')
  await expect(rowsOf(person.page)).toHaveCount(count)
}

const selectPage = (person: Person) =>
  person.click(person.page.getByRole('checkbox', { name: 'Select all on this page' }).first())

async function selectAll(person: Person, count: number) {
  await selectPage(person)
  await person.clickButton(`Select all ${count} that match`)
}

const jobs: Record<string, Job> = {
  'shortlist 40 applications, reading each': async ({ services }, round) => {
    const cohort = await createCohort(services, { name: `Review ${round}`, limit: 40 })
    for (let at = 0; at < 40; at += 1) {
      // Before the demo's, in the order of their names.
      const created_at = new Date(Date.UTC(2020, round, 1, 0, at)).toISOString()
      const person = { first_name: `Number${at}`, last_name: `Round${round}`, created_at }
      await createApplication(services, { cohort, tech_stack: 'react-js' }, person)
    }
    return async (person) => {
      const { page } = person
      await person.go('pending', 'Look at pending applications')
      await person.click(page.getByRole('link', { name: 'Review', exact: true }))
      for (let at = 0; at < 40; at += 1) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          `Number${at} Round${round}`,
        )
        await expect(page.getByTitle(/^Resume: /)).toHaveAttribute('src', /^blob:/)
        await person.press('s')
      }
      await expect(stripOf(page, `Number39 Round${round}: Pending → Shortlisted`)).toBeVisible()
    }
  },
  'reject 200, and undo it': async (site, round) => {
    const name = `Crowd ${round}`
    await createCrowd(site, name, 200)
    return async (person) => {
      const { page } = person
      await goToCohort(person, name, 10)
      await selectAll(person, 200)
      await person.clickButton('Change status')
      await expect(page.getByLabel('New status')).toBeFocused()
      await person.type('Rej')
      await person.press('Control+Enter')
      await expect(stripOf(page, '200 applications are rejected now.')).toBeVisible()
      await person.press('z')
      await expect(stripOf(page, '200 applications restored')).toBeVisible()
    }
  },
  "export two cohorts' accepted women": async (site, round) => {
    for (const letter of ['A', 'B']) {
      await createCrowd(site, `Graduates ${round}${letter}`, 30, 'ACCEPTED')
    }
    return async (person) => {
      const { page } = person
      await person.go('applic', 'Applications')
      await person.clickButton('Filters')
      for (const [field, choices] of [
        ['Status Any status', ['Accepted']],
        ['Gender Any gender', ['Female']],
        ['Cohort Any cohort', [`Graduates ${round}A`, `Graduates ${round}B`]],
      ] as const) {
        await person.clickButton(field)
        if (choices.length > 1) {
          await expect(page.getByRole('searchbox', { name: 'Search cohort' })).toBeFocused()
          await person.type(`Graduates ${round}`)
        }
        for (const choice of choices) {
          await person.click(page.getByRole('checkbox', { name: choice }))
        }
        await person.press('Escape')
      }
      await expect(page.getByText('60 applications')).toBeVisible()
      const download = page.waitForEvent('download')
      await person.clickButton('Export')
      await person.clickItem('CSV')
      await download
    }
  },
  'duplicate a cohort a month on': async ({ services }, round) => {
    const name = `Autumn of ${places[round - 1]}`
    await createCohort(services, { name })
    return async (person) => {
      await person.go(name, name)
      await person.clickButton(`Actions for ${name}`)
      await person.clickItem('Duplicate a month on')
      await expect(person.page.getByRole('dialog', { name: `Edit ${name} 2` })).toBeVisible()
      await person.press('Escape')
    }
  },
  'clear 200 comments': async ({ services }, round) => {
    const article = await createArticle(services, { title: `Discussed ${round}` })
    const place = places[round - 1] ?? ''
    for (let at = 0; at < 200; at += 1) {
      const message = `From ${place}: I ask for a ${at}th time.`
      await createComment(services, article, { message, email: `reader${at}@example.rw` })
    }
    return async (person) => {
      const { page } = person
      await person.go('comments', 'Comments')
      await expect(rowsOf(page)).toHaveCount(10)
      await person.search(place, 10)
      await page.getByLabel('Rows per page').selectOption('100')
      person.clicks += 2
      for (const left of [100, 0]) {
        await expect(rowsOf(page)).toHaveCount(100)
        await expect(page.getByText(`1 to 100 of ${left + 100}`)).toBeVisible()
        await selectPage(person)
        await person.press('s')
        await expect(stripOf(page, 'Rejected: 100 comments')).toBeVisible()
      }
      await expect(rowsOf(page)).toHaveCount(0)
    }
  },
  'publish an article with a picture': async (_, round) => {
    return async (person) => {
      const { page } = person
      await person.go('new art', 'New article')
      await expect(page.getByLabel('Title')).toBeFocused()
      await person.type(`What we learnt in round ${round}`)
      await person.press('Tab')
      await person.type('Nineteen people, and what we would do again.')
      await person.click(page.getByRole('textbox', { name: 'Content' }))
      await person.type('We began with more questions than chairs.')
      await person.press('Enter')
      await person.type('/pic')
      await person.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Content' }).locator('img')).toBeVisible()
      await person.clickButton('Publish…')
      await person.clickButton('Publish now')
      await expect(notificationOf(page, / is published\.$/)).toBeVisible()
    }
  },
  'answer a message from a template': async ({ services }, round) => {
    const subject = `A question from ${places[round - 1]}`
    await createMessage(services, { subject })
    return async (person) => {
      const { page } = person
      await person.go(subject, subject)
      await person.clickButton('Templates')
      await person.clickItem('Next cohort')
      await expect(page.getByRole('textbox', { name: /^To / })).toBeFocused()
      await person.press('Control+Enter')
      await expect(notificationOf(page, /^Your reply to /)).toBeVisible()
    }
  },
  'cancel an event with an email': async ({ services }, round) => {
    const title = `Evening ${round} of questions`
    const id = await createEvent(services, { title })
    await createRegistrations(
      services,
      id,
      Array.from({ length: 20 }, () => ({})),
    )
    return async (person) => {
      const { page } = person
      await person.go('events', 'Events')
      await expect(rowsOf(page)).toHaveCount(10)
      await person.search(title, 1)
      await person.clickButton(`Actions for ${title}`)
      await person.clickItem('Cancel event')
      await expect(page.getByLabel('Your words')).toBeFocused()
      await person.type('The hall is flooded.')
      await person.press('Control+Enter')
      await expect(notificationOf(page, `${title} is cancelled.`)).toBeVisible()
    }
  },
  'find a person by half a phone number': async ({ services }, round) => {
    const cohort = await createCohort(services, { name: `Found ${round}` })
    const last_name = `Mutoni${round}`
    const phone_number = `+25072845190${round}`
    await createApplication(
      services,
      { cohort, tech_stack: 'react-js' },
      { last_name, phone_number },
    )
    return async (person) => {
      await person.go(`845 190${round}`, last_name)
      await expect(person.page.getByRole('heading', { level: 1 })).toContainText(last_name)
    }
  },
  'invite the shortlisted to interviews': async (site, round) => {
    const name = `Interviewed ${round}`
    const cohort = await createCrowd(site, name, 30, 'SHORTLISTED')
    for (let at = 0; at < 30; at += 1) {
      const starts_at = new Date(Date.now() + 7 * dayMs + at * 3_600_000).toISOString()
      await createSlot(site.services, { cohort, starts_at })
    }
    return async (person) => {
      const { page } = person
      await goToCohort(person, name, 10)
      await selectAll(person, 30)
      await person.clickButton('Invite')
      const dialog = page.getByRole('dialog')
      await person.click(dialog.getByRole('button', { name: 'Invite', exact: true }))
      await expect(stripOf(page, '30 applicants are invited now.')).toBeVisible()
    }
  },
}

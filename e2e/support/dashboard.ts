import { expect, type Locator, type Page } from '@playwright/test'
import { pdfFile, type TestFile } from './files.ts'
import { admin } from './server.ts'
import { uniqueEmail } from './wizard.ts'

type DashboardPage = { path: string; ready?: string }

/** Every page of the dashboard, and a text that it shows once it has loaded; a list without one shows rows. */
export const dashboardPages: DashboardPage[] = [
  { path: '/dashboard', ready: 'Latest applications' },
  { path: '/dashboard/analytics', ready: 'Analytics' },
  { path: '/dashboard/comments' },
  { path: '/dashboard/applications' },
  { path: '/dashboard/applications?search=nobody-is-called-so', ready: 'No applications match' },
  { path: '/dashboard/applications/1', ready: 'Applicant' },
  { path: '/dashboard/messages' },
  { path: '/dashboard/messages/3', ready: 'Notes' },
  { path: '/dashboard/messages/templates', ready: 'Next cohort' },
  { path: '/dashboard/applications/1/review', ready: 'Shortlist' },
  { path: '/dashboard/applications/compare?ids=1,2,3,4', ready: 'Compare applications' },
  { path: '/dashboard/batches', ready: 'Recent batches' },
  { path: '/dashboard/talents' },
  { path: '/dashboard/interviews', ready: 'free places' },
  { path: '/dashboard/interviews/people', ready: 'Kevin Mukamana' },
  { path: '/dashboard/talents/1', ready: 'In their own words' },
  { path: '/dashboard/cohorts' },
  { path: '/dashboard/tech-stacks', ready: 'React Development' },
  { path: '/dashboard/events' },
  { path: '/dashboard/cohorts/1/board', ready: 'Scoring criteria' },
  { path: '/dashboard/cohorts/1/criteria', ready: 'Add a criterion' },
  { path: '/dashboard/cohorts/1/emails', ready: 'Preview' },
  { path: '/dashboard/events/new', ready: 'What the picture shows' },
  { path: '/dashboard/events/1', ready: '38 of 60 registered' },
  { path: '/dashboard/events/1/edit', ready: 'What the picture shows' },
  { path: '/dashboard/events/1/check-in', ready: '0 of 38 here' },
  { path: '/dashboard/newsletter' },
  { path: '/dashboard/newsletter/issues', ready: 'Issues of the newsletter' },
  { path: '/dashboard/newsletter/issues/new', ready: 'Stands before the articles' },
  { path: '/dashboard/newsletter/issues/1', ready: 'the first places are taken' },
  { path: '/dashboard/news' },
  { path: '/dashboard/news/1', ready: 'Summary' },
  { path: '/dashboard/certificates' },
  { path: '/dashboard/certificates/1', ready: 'History' },
  { path: '/dashboard/certificates/issue', ready: 'Issue a cohort' },
  { path: '/dashboard/testimonials' },
  { path: '/dashboard/testimonials/order', ready: 'Katharina Vogel' },
  { path: '/dashboard/team' },
  { path: '/dashboard/team/order', ready: 'Claudine Mukamana' },
  { path: '/dashboard/images', ready: 'Portrait of' },
  { path: '/dashboard/personal-data', ready: 'Email or phone number' },
  { path: '/dashboard/trash', ready: 'Flash Discount Team' },
  { path: '/dashboard/tags', ready: 'Business In Tech' },
  { path: '/dashboard/settings', ready: 'Office hours' },
  { path: '/dashboard/settings/partners', ready: 'Visitors see it' },
  { path: '/dashboard/users', ready: 'What each role may do' },
  { path: '/dashboard/outbox', ready: 'Outbox' },
  { path: '/dashboard/audit-log' },
  { path: '/dashboard/profile', ready: 'Profile' },
]

type Credentials = { email: string; password: string }

/** The sign-in's field, beside which the page may have the newsletter's. */
export const emailField = (page: Page) => page.getByLabel(/^Email(?! for)/)

/** Signs in with the form on the current page. */
export async function signIn(page: Page, { email, password }: Credentials = admin) {
  await emailField(page).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

type Session = { isAuthenticated: true; tokens: { access: string }; user: object }

/** Stores a session when the page next loads one of the site, before its scripts run, and never again. */
const storeSession = (page: Page, origin: string, session: Session) =>
  page.addInitScript(
    ([site, state]) => {
      if (location.origin !== site || sessionStorage.getItem(state.tokens.access)) return
      sessionStorage.setItem(state.tokens.access, 'stored')
      localStorage.setItem('auth', JSON.stringify(state))
    },
    [origin, session] as const,
  )

/** Signs in and opens a page of the dashboard. The form is left out, which would be a page of its own each time. */
export async function openDashboard(page: Page, path = '/dashboard', as: Credentials = admin) {
  const response = await page.request.post('/api/auth/login/', { data: as })
  expect(response.status()).toBe(200)
  const { user, ...tokens } = await response.json()
  await storeSession(page, new URL(response.url()).origin, { isAuthenticated: true, tokens, user })
  await page.goto(path)
  await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
}

/** Keeps the page from hearing of what others change: it shows what it has loaded. */
export const withoutLiveChanges = (page: Page) => page.route('**/api/admin/changes/**', () => {})

/** Waits until the page has read, by itself, a row that a colleague has changed. */
export const colleagueSeen = (page: Page, path: string, isChanged: (row: object) => boolean) =>
  page.waitForResponse(
    async (response) =>
      response.request().method() === 'GET' &&
      response.url().endsWith(path) &&
      isChanged(await response.json()),
  )

export const rowsOf = (page: Page) => page.locator('tbody tr[data-row-id]')
export const rowOf = (page: Page, name: string): Locator => rowsOf(page).filter({ hasText: name })

/** The notification with that text. */
export const notificationOf = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

/** The strip that tells the last change and offers to undo it. */
export const stripOf = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text })

/** Changes a status by its menu in the list: two clicks. */
export async function setStatus(page: Page, name: string, status: string) {
  await page.getByRole('button', { name: `Status of ${name}` }).click()
  await page.getByRole('menuitem', { name: status }).click()
}

type Applicant = { cohort: number; first_name?: string; last_name?: string; resume?: TestFile }

/** Sends an application through the API. */
export async function apply(siteUrl: string, applicant: Applicant, from?: string) {
  const { resume, ...fields } = applicant
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {}
  const file = resume ?? (await pdfFile())
  const body = new FormData()
  const values = {
    first_name: 'Aline',
    last_name: 'Uwase',
    email: uniqueEmail(),
    phone_number: '+250788123456',
    date_of_birth: '2002-05-17',
    identification: '1200270000000101',
    tech_stack: 'react-js',
    gender: 'FEMALE',
    ...fields,
  }
  const token = await fetch(`${siteUrl}/api/website/form-token/`, { headers })
  const { form_token } = (await token.json()) as { form_token: string }
  for (const [name, value] of Object.entries({ ...values, form_token }))
    body.set(name, String(value))
  body.set('resume', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
  const response = await fetch(`${siteUrl}/api/website/application/`, {
    method: 'POST',
    headers,
    body,
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: { id: number; email: string } }).data
}

/** Changes the tokens of the session, such as to some that have expired. */
export const replaceTokens = (page: Page, changes: object) =>
  page.evaluate((given) => {
    const state = JSON.parse(localStorage.getItem('auth') ?? '')
    localStorage.setItem(
      'auth',
      JSON.stringify({ ...state, tokens: { ...state.tokens, ...given } }),
    )
  }, changes)

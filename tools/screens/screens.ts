import type { Page } from '@playwright/test'
import { openDashboard } from '../../e2e/support/dashboard.ts'
import { pdfFile } from '../../e2e/support/files.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillWizard,
  openWizard,
  submitButton,
  uniqueEmail,
} from '../../e2e/support/wizard.ts'
import { settingSections } from '../../src/shared/settings.ts'

/** Widths in CSS pixels: a phone, a tablet, a laptop, a large screen. */
export const widths = [360, 768, 1280, 1920]

export type Screen = {
  name: string
  /** Navigates a new page to the screen. */
  open(page: Page): Promise<unknown>
  /** Only the viewport is captured, not the full page: for dialogs and overlays. */
  isOneView?: boolean
}

const at = (name: string, path: string): Screen => ({
  name,
  open: (page) => page.goto(path, { waitUntil: 'networkidle' }),
})
const inDashboard = (name: string, path: string): Screen => ({
  name,
  async open(page) {
    await openDashboard(page, path)
    await page.waitForLoadState('networkidle')
  },
})

const dialog = (name: string, path: string, show: (page: Page) => Promise<unknown>): Screen => ({
  name,
  isOneView: true,
  async open(page) {
    await openDashboard(page, path)
    await page.waitForLoadState('networkidle')
    await show(page)
    await page.getByRole('dialog').first().waitFor()
  },
})

/** Every screen, in the order of a visit. */
export const screens: Screen[] = [
  at('home', '/'),
  {
    name: 'menu',
    isOneView: true,
    async open(page) {
      await page.goto('/', { waitUntil: 'networkidle' })
      const toggle = page.getByRole('button', { name: /menu/i })
      if (await toggle.isVisible()) await toggle.click()
      else await page.getByRole('button', { name: 'Our story' }).click()
    },
  },
  {
    name: 'film',
    isOneView: true,
    async open(page) {
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: /film|video/i }).click()
    },
  },
  at('who-we-are', '/who-we-are'),
  at('why-rwanda', '/why-rwanda'),
  at('services', '/services'),
  {
    name: 'services-talents',
    async open(page) {
      await page.goto('/services', { waitUntil: 'networkidle' })
      await page.getByRole('tab', { name: 'For Talents' }).click()
    },
  },
  at('insights', '/insights'),
  { name: 'article', open: openArticle },
  {
    name: 'share',
    isOneView: true,
    async open(page) {
      await openArticle(page)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  at('events', '/events'),
  {
    name: 'event',
    async open(page) {
      await page.goto('/events')
      const link = page.getByRole('main').getByRole('link', { name: /Register Now/ })
      await page.goto((await link.first().getAttribute('href')) ?? '')
      await page.waitForLoadState('networkidle')
    },
  },
  at('register', '/register'),
  {
    name: 'register-errors',
    async open(page) {
      await page.goto('/register', { waitUntil: 'networkidle' })
      await page
        .getByRole('main')
        .getByRole('button', { name: /register/i })
        .click()
    },
  },
  at('contact', '/contact'),
  {
    name: 'contact-errors',
    async open(page) {
      await page.goto('/contact', { waitUntil: 'networkidle' })
      await page.getByRole('main').getByRole('button', { name: /Send/ }).click()
    },
  },
  { name: 'wizard-cohort', open: openWizard },
  {
    name: 'wizard-stack',
    async open(page) {
      await openWizard(page)
      await chooseCohort(page)
    },
  },
  {
    name: 'wizard-details',
    async open(page) {
      await openWizard(page)
      await chooseCohort(page)
      await chooseTechStack(page)
    },
  },
  {
    name: 'wizard-errors',
    async open(page) {
      await fillWizard(page, 'not an address', await pdfFile())
      await page.getByLabel('Date of birth').fill('2020-01-01')
      await submitButton(page).click()
    },
  },
  {
    name: 'wizard-complete',
    async open(page) {
      await fillWizard(page, uniqueEmail(), await pdfFile())
      await submitButton(page).click()
      await expectSubmitted(page)
    },
  },
  at('newsletter', '/newsletter'),
  at('testimonial', '/testimonial'),
  at('my-data', '/my-data'),
  at('unsubscribe', '/newsletter/unsubscribe?token=worn-out'),
  at('privacy', '/privacy'),
  at('terms', '/terms'),
  { name: 'certificate', open: (page) => page.goto('/certificate?email=nobody@example.rw') },
  at('verify', '/verify'),
  at('not-found', '/no-such-page'),
  at('login', '/login'),
  inDashboard('dashboard', '/dashboard'),
  inDashboard('analytics', '/dashboard/analytics'),
  inDashboard('comments', '/dashboard/comments'),
  inDashboard('applications', '/dashboard/applications'),
  inDashboard(
    'applications-filtered',
    '/dashboard/applications?status=PENDING,REVIEWING&gender=FEMALE',
  ),
  inDashboard('no-applications', '/dashboard/applications?search=nobody-is-called-so'),
  {
    name: 'application',
    async open(page) {
      await openDashboard(page, '/dashboard/applications')
      await page.locator('tbody tr a').first().click()
      await page.waitForLoadState('networkidle')
    },
  },
  dialog('applications-selected', '/dashboard/applications', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).first().click()
    await page.getByRole('button', { name: 'Change status' }).click()
  }),
  {
    name: 'filters',
    async open(page) {
      await openDashboard(page, '/dashboard/applications')
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: /^Filters/ }).click()
    },
  },
  dialog('keys', '/dashboard/applications', (page) => page.keyboard.press('?')),
  dialog('palette', '/dashboard', (page) => page.keyboard.press('Control+k')),
  inDashboard('messages', '/dashboard/messages'),
  inDashboard('message', '/dashboard/messages/3'),
  inDashboard('message-answered', '/dashboard/messages/2'),
  inDashboard('reply-templates', '/dashboard/messages/templates'),
  inDashboard('application-review', '/dashboard/applications/1/review'),
  inDashboard('batches', '/dashboard/batches'),
  inDashboard('interviews', '/dashboard/interviews'),
  inDashboard('interview-people', '/dashboard/interviews/people'),
  inDashboard('talents', '/dashboard/talents'),
  inDashboard('talent', '/dashboard/talents/1'),
  inDashboard('cohorts', '/dashboard/cohorts'),
  inDashboard('cohort-board', '/dashboard/cohorts/1/board'),
  dialog('cohort-dialog', '/dashboard/cohorts', (page) =>
    page.getByRole('button', { name: 'New cohort' }).click(),
  ),
  inDashboard('cohort-emails', '/dashboard/cohorts/1/emails'),
  inDashboard('cohort-criteria', '/dashboard/cohorts/1/criteria'),
  inDashboard('applications-compared', '/dashboard/applications/compare?ids=1,2,3'),
  inDashboard('tech-stacks', '/dashboard/tech-stacks'),
  inDashboard('certificates', '/dashboard/certificates'),
  inDashboard('certificate-detail', '/dashboard/certificates/1'),
  inDashboard('certificate-issue', '/dashboard/certificates/issue'),
  {
    name: 'certificate-names',
    async open(page) {
      await openDashboard(page, '/dashboard/certificates/issue')
      await page.getByLabel('Cohort', { exact: true }).selectOption({ index: 1 })
      await page
        .getByLabel(/^Name of /)
        .first()
        .fill('李明')
      await page.waitForLoadState('networkidle')
    },
  },
  dialog('certificate-import', '/dashboard/certificates', (page) =>
    chooseList(page, [
      'Name;Email;Course;Cohort;Start;End',
      'Aline Uwase;aline.file@example.rw;Go;Cohort of a file;05/01/2026;2026-04-03',
      ';nobody@example.rw;Go;Cohort of a file;2026-01-05;2026-04-03',
      'Jean-Bosco Ndahayo;bosco@;Go;Cohort of a file;2026-01-05;2025-04-03',
    ]),
  ),
  dialog('certificate-revoke', '/dashboard/certificates/1', (page) =>
    page.getByRole('button', { name: 'Revoke' }).click(),
  ),
  inDashboard('news', '/dashboard/news'),
  inDashboard('article-edit', '/dashboard/news/1'),
  dialog('article-checks', '/dashboard/news/1', async (page) => {
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByText('Checking links and pictures').waitFor({ state: 'hidden' })
  }),
  dialog('article-preview', '/dashboard/news/1', async (page) => {
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  }),
  dialog('article-history', '/dashboard/news/1', (page) =>
    page.getByRole('button', { name: 'History' }).click(),
  ),
  inDashboard('testimonials', '/dashboard/testimonials'),
  inDashboard('testimonial-order', '/dashboard/testimonials/order'),
  inDashboard('team', '/dashboard/team'),
  inDashboard('team-order', '/dashboard/team/order'),
  inDashboard('tags', '/dashboard/tags'),
  inDashboard('events-list', '/dashboard/events'),
  inDashboard('event-new', '/dashboard/events/new'),
  inDashboard('event-edit', '/dashboard/events/1/edit'),
  inDashboard('registrations', '/dashboard/events/1'),
  inDashboard('check-in', '/dashboard/events/7/check-in'),
  {
    name: 'event-cancel',
    isOneView: true,
    async open(page) {
      await openDashboard(page, '/dashboard/events?search=Git')
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Cancel event' }).click()
      await page.getByRole('heading', { name: 'The email' }).waitFor()
    },
  },
  inDashboard('newsletter-subscribers', '/dashboard/newsletter'),
  dialog('subscriber-import', '/dashboard/newsletter', (page) =>
    chooseList(page, ['Email', 'new.fair@example.rw', 'aline@', 'NEW.fair@example.rw']),
  ),
  inDashboard('newsletter-issues', '/dashboard/newsletter/issues'),
  inDashboard('newsletter-issue', '/dashboard/newsletter/issues/1'),
  inDashboard('images', '/dashboard/images'),
  dialog('image', '/dashboard/images', (page) =>
    page
      .getByRole('button', { name: /^Portrait of/ })
      .first()
      .click(),
  ),
  inDashboard('trash', '/dashboard/trash'),
  ...settingSections.map((section) =>
    inDashboard(`settings-${section}`, `/dashboard/settings/${section}`),
  ),
  inDashboard('users', '/dashboard/users'),
  inDashboard('outbox', '/dashboard/outbox'),
  inDashboard('audit-log', '/dashboard/audit-log'),
  inDashboard('personal-data', '/dashboard/personal-data'),
  inDashboard('profile', '/dashboard/profile'),
]

/** Opens the report on a file that is to be imported. */
async function chooseList(page: Page, lines: string[]) {
  await page.getByRole('button', { name: 'Import' }).click()
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByLabel('List').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('dialog').locator('details').first().waitFor()
}

async function openArticle(page: Page) {
  await page.goto('/insights')
  const link = page.getByRole('main').getByRole('link', { name: /Read More/ })
  await page.goto((await link.first().getAttribute('href')) ?? '')
  await page.waitForLoadState('networkidle')
}

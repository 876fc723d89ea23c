import { openDashboard } from './support/dashboard.ts'
import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

const pages = [
  '/dashboard',
  '/dashboard/analytics',
  '/dashboard/applications',
  '/dashboard/applications/1',
  '/dashboard/talents',
  '/dashboard/talents/1',
  '/dashboard/cohorts',
  '/dashboard/tech-stacks',
  '/dashboard/users',
  '/dashboard/outbox',
  '/dashboard/profile',
]

test('no page of the dashboard violates the content security policy', async ({ page }) => {
  await page.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      window.violations.push(`${violatedDirective}: ${blockedURI} by ${sourceFile}`),
    )
  })
  await openDashboard(page)
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect(await page.evaluate(() => window.violations), path).toEqual([])
  }
})

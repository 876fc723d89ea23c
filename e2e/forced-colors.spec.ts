import type { Locator, Page } from '@playwright/test'
import { openDashboard, rowsOf } from './support/dashboard.ts'
import { expect, openHydrated, test } from './support/test.ts'
import { chooseCohort, chooseTechStack, openWizard } from './support/wizard.ts'

// Forced colours remove backgrounds and shadows, so states need system colours as well.

const schemes = ['light', 'dark'] as const

for (const colorScheme of schemes) {
  test.describe(colorScheme, () => {
    test.use({ forcedColors: 'active', colorScheme })

    test('the wizard shows completed steps and available choices', async ({ page }) => {
      await openWizard(page)
      await chooseCohort(page)
      await page.goBack()
      const card = page.getByRole('listitem').filter({
        has: page.getByRole('button', { name: /^Selected / }),
      })
      await expectColor(card.locator('> div'), 'outline-color', 'Highlight')
      await expectFrame(page.getByRole('button', { name: /^Selected / }))
      await expectColor(page.getByRole('button', { name: 'Previous' }), 'color', 'GrayText')

      await chooseCohort(page)
      await expectFrame(page.getByRole('button', { name: 'Select REACT DEVELOPMENT' }))
      await chooseTechStack(page)
      const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
      const dots = steps.locator('span > span:first-child')
      for (const done of [0, 1, 2]) await expectFilled(dots.nth(done))
      await expectFrame(dots.nth(3))
      await expectFilled(dots.nth(3), false)

      const female = page.locator('label').filter({ hasText: /^Female/ })
      await female.click()
      await expectColor(female, 'outline-color', 'Highlight')
    })

    test('a chosen tab, chip or link and a current slide are highlighted', async ({ page }) => {
      await page.goto('/services')
      await expectFilled(page.getByRole('tab', { name: 'For Employers' }))
      await expectFilled(page.getByRole('tab', { name: 'For Talents' }), false)
      const main = page.getByRole('navigation', { name: 'Main' })
      await expectFilled(main.getByRole('link', { name: 'Services' }))
      await expectFilled(main.getByRole('link', { name: 'Home' }), false)
      await expectFrame(main.getByRole('link', { name: 'Apply Now' }))

      await page.goto('/insights?category=industry')
      await expectFilled(page.getByRole('link', { name: 'Industry News', exact: true }))
      await expectFilled(page.getByRole('link', { name: 'All', exact: true }), false)
      await expectFrame(page.getByRole('link', { name: 'All', exact: true }))

      await openHydrated(page, '/')
      const testimonials = page.getByRole('region', { name: 'Testimonials' })
      await page.getByRole('heading', { name: /^What people say/ }).scrollIntoViewIfNeeded()
      const bullets = testimonials.getByRole('button', { name: /^Show testimonial/ })
      await expectFilled(bullets.nth(0).locator('span'))
      await expectFilled(bullets.nth(1).locator('span'), false)
      await expectFrame(bullets.nth(1).locator('span'))
    })

    test('the dashboard shows current, measured and hovered elements', async ({ page }) => {
      await openDashboard(page)
      const navigation = page.getByRole('navigation', { name: 'Dashboard' })
      await expectFilled(navigation.getByRole('link', { name: 'Overview' }))
      await expectFilled(navigation.getByRole('link', { name: 'Talents' }), false)
      const bar = page.getByRole('link', { name: /^Pending \d/ }).locator('svg')
      await expectFrame(bar)
      await expectColor(bar.locator('rect'), 'fill', 'Highlight')

      await page.goto('/dashboard/applications')
      await expect(rowsOf(page)).toHaveCount(10)
      await expectFrame(
        rowsOf(page)
          .first()
          .getByRole('button', { name: /^Status of / })
          .locator('span')
          .first(),
      )
      await expectFilled(page.getByRole('link', { name: 'Page 1', exact: true }))
      await expectFilled(page.getByRole('link', { name: 'Page 2', exact: true }), false)
      await page.getByRole('button', { name: 'Columns' }).click()
      await expectFrame(page.getByRole('menu'))
      await page.keyboard.press('ArrowDown')
      await expectFilled(page.locator('[role^=menuitem]:focus'))
    })
  })
}

/** Resolves a system colour to the browser's notation, such as rgb(0, 0, 0). */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.setAttribute('style', `color: ${color}; forced-color-adjust: none`)
    const written = getComputedStyle(probe).color
    probe.remove()
    return written
  }, name)

async function expectColor(element: Locator, property: string, name: string) {
  await expect(element).toHaveCSS(property, await systemColor(element.page(), name))
}

async function expectFilled(element: Locator, isFilled = true) {
  const highlight = await systemColor(element.page(), 'Highlight')
  const expected = isFilled ? expect(element) : expect(element).not
  await expected.toHaveCSS('background-color', highlight)
}

const expectFrame = (element: Locator) => expect(element).toHaveCSS('border-top-width', '1px')

import { expect, test } from './support/test.ts'

test('a page gives way to the next one in a transition, and at once for who wants less motion', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset.revealed = viewTransition ? 'in a transition' : 'at once'
    }),
  )
  for (const [reducedMotion, revealed] of [
    ['no-preference', 'in a transition'],
    ['reduce', 'at once'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/why-rwanda')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/services')
    await expect(page.locator('html')).toHaveAttribute('data-revealed', revealed)
  }
})

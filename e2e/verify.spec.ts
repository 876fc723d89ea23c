import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ expectedErrors: /status of 404/ })

/** The first demo certificate of a status. */
async function findCertificate(siteUrl: string, status: 'VALID' | 'REVOKED') {
  const staff = await signInAsAdmin(siteUrl)
  const { results } = await staff.call('GET', `/admin/certificates/?status=${status}`)
  return results[0] as { code: string; full_name: string; number: string }
}

test('an employer types the code as it comes, and learns what the certificate says', async ({
  page,
  site,
}) => {
  const { code, full_name, number } = await findCertificate(site.url, 'VALID')
  await page.goto('/verify')
  await page.getByLabel('The code of the certificate').fill(` ${code.toLowerCase()} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/verify/${code}`)
  await expect(page.getByRole('heading', { name: 'Valid' })).toBeVisible()
  for (const text of [full_name, number]) await expect(page.getByText(text)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the credential' }).click()
  expect((await download).suggestedFilename()).toBe(`certificate_${number}.jwt`)
  const href = await page.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href')
  const parameters = new URL(href ?? '').searchParams
  expect(parameters.get('certUrl')).toContain(`/verify/${code}`)
  expect(parameters.get('certId')).toBe(number)
})

test('an unknown code is told, and another one can be typed at once', async ({ page, site }) => {
  const { code } = await findCertificate(site.url, 'REVOKED')
  await page.goto('/verify')
  const field = page.getByLabel('The code of the certificate')
  await field.fill('2222-2222-2222')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('heading', { name: 'Unknown code' })).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('heading', { name: 'Not valid: revoked' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the credential' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what was found is accessible and fits a small screen (${colorScheme})`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 640 })
    for (const path of [
      '/verify',
      '/verify/2222-2222-2222',
      `/verify/${(await findCertificate(site.url, 'VALID')).code}`,
      `/verify/${(await findCertificate(site.url, 'REVOKED')).code}`,
    ]) {
      await page.goto(path)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form and the page work', async ({ page, site }) => {
    const { code, full_name } = await findCertificate(site.url, 'VALID')
    await page.goto('/verify')
    await page.getByLabel('The code of the certificate').fill(code.replaceAll('-', ' '))
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page).toHaveURL(`/verify/${code}`)
    await expect(page.getByRole('heading', { name: 'Valid' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(full_name)).toBeVisible()
    await expect(page.getByText(`${site.url}/verify/${code}`)).toBeVisible()
    await expect(page.getByLabel('The code of another certificate')).toBeHidden()
    await expect(page.getByRole('link', { name: /Apply Now|LinkedIn/ })).toHaveCount(0)
  })
})

import { stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { headingOf, openReview } from './support/review.ts'
import { expect, test } from './support/test.ts'

// One address may apply 60 times in ten minutes, and other tests do, too.
test.use({ changesForGood: 'applications' })

test('the last decision is the one that is told and undone, also when one before it takes longer', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openReview(page, site.url, 'Slow Review', 3)
  const slow = `**/application/${ids[2]}/change-status/`
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(slow, async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await page.keyboard.press('a')
  await expect(headingOf(page)).toHaveText('Review Number2')
  await page.keyboard.press('s')
  await expect(stripOf(page, 'Review Number2: Pending → Shortlisted')).toBeVisible()
  const response = page.waitForResponse(slow)
  release()
  await (await response).finished()
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect(stripOf(page, 'Review Number2 is pending again.')).toBeVisible()
  expect((await staff.call('GET', `/website/application/${ids[2]}/`)).status).toBe('ACCEPTED')
})

const changing = 'Changing Review Number2 to Rejected…'

test('while a decision is on its way, neither it nor the one before it is undone', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openReview(page, site.url, 'Hasty Review', 3)
  const statusOf = async (id?: number) =>
    (await staff.call('GET', `/website/application/${id}/`)).status
  await page.keyboard.press('a')
  await expect(stripOf(page, 'Review Number3: Pending → Accepted')).toBeVisible()
  const release = await keepBack(page, `**/application/${ids[1]}/change-status/`)
  await page.keyboard.press('r')
  await expect(headingOf(page)).toHaveText('Review Number1')
  await expect(stripOf(page, changing)).toBeVisible()
  await expect(stripOf(page, changing).getByRole('button')).toHaveCount(0)
  await page.keyboard.press('z')
  release()
  await expect(stripOf(page, 'Review Number2: Pending → Rejected')).toBeVisible()
  await page.keyboard.press('z')
  await expect(stripOf(page, 'Review Number2 is pending again.')).toBeVisible()
  expect([await statusOf(ids[1]), await statusOf(ids[2])]).toEqual(['PENDING', 'ACCEPTED'])
})

test.describe('a decision that is refused', () => {
  test.use({ expectedErrors: [/409.*change-status/] })
  test('does not bring back the one before it, which would be undone instead', async ({
    page,
    site,
  }) => {
    const { ids } = await openReview(page, site.url, 'Refused Review', 3)
    await page.keyboard.press('a')
    await expect(stripOf(page, 'Review Number3: Pending → Accepted')).toBeVisible()
    await page.route(`**/application/${ids[1]}/change-status/`, (route) =>
      route.fulfill({ status: 409, json: { detail: 'Not now.' } }),
    )
    await page.keyboard.press('r')
    await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expect(stripOf(page, changing)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    let undone = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/${ids[2]}/change-status/`)) undone += 1
    })
    await page.keyboard.press('z')
    await page.keyboard.press('n')
    await expect(page.getByText('3 of 3')).toBeVisible()
    expect(undone).toBe(0)
  })

  test('leaves the strip to the one before it, where that takes longer', async ({ page, site }) => {
    const { ids } = await openReview(page, site.url, 'Overtaken Review', 3)
    const release = await keepBack(page, `**/application/${ids[2]}/change-status/`)
    await page.keyboard.press('a')
    await expect(headingOf(page)).toHaveText('Review Number2')
    await page.route(`**/application/${ids[1]}/change-status/`, (route) =>
      route.fulfill({ status: 409, json: { detail: 'Not now.' } }),
    )
    await page.keyboard.press('r')
    await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    release()
    const told = stripOf(page, 'Review Number3: Pending → Accepted')
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect(stripOf(page, 'Review Number3 is pending again.')).toBeVisible()
  })
})

test('what an applicant is already is told instead of the decision before', async ({
  page,
  site,
}) => {
  await openReview(page, site.url, 'Agreeing Review', 2)
  await page.keyboard.press('a')
  await expect(stripOf(page, 'Review Number2: Pending → Accepted')).toBeVisible()
  await page.keyboard.press('p')
  await expect(headingOf(page)).toHaveText('Review Number2')
  await expect(page.getByRole('main').getByText('Accepted', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('a')
  await expect(stripOf(page, 'Review Number2 is accepted already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import {
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  setStatus,
  stripOf,
} from './support/dashboard.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'testimonials and team', expectedErrors: /400/ })

/** What visitors get, in their order. */
async function namesOf(page: Page, path: string): Promise<string[]> {
  const { results } = await (await page.request.get(`/api/website/${path}/?page_size=100`)).json()
  return results.map(({ full_name }: { full_name: string }) => full_name)
}

const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` }).check()

test('testimonials are moderated by keys, one and many, and undone', async ({ page }) => {
  await openDashboard(page, '/dashboard/testimonials?status=PENDING')
  await expect(page.getByRole('link', { name: /Testimonials.*2 pending/ })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(stripOf(page, 'Emre İnanç: Pending → Approved')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Testimonials.*1 pending/ })).toBeVisible()
  expect((await namesOf(page, 'testimonies'))[0]).toBe('Emre İnanç')
  await page.keyboard.press('z')
  await expect(stripOf(page, 'Emre İnanç is pending again.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)

  for (const name of ['Emre İnanç', "Chiamaka N'Dour"]) await choose(page, name)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(stripOf(page, '2 testimonials are approved now.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  expect(await namesOf(page, 'testimonies')).toHaveLength(10)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  expect(await namesOf(page, 'testimonies')).toHaveLength(8)
})

test('a testimonial is written, hidden, corrected and deleted', async ({ page }) => {
  await openDashboard(page, '/dashboard/testimonials')
  await page.getByRole('button', { name: 'New testimonial' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill("Aoife O'Brien")
  await dialog.getByRole('button', { name: 'Create testimonial' }).click()
  await expect(dialog.getByText('Your testimonial should be at least 20 characters')).toBeVisible()
  await expect(dialog.getByLabel('Full name')).toHaveValue("Aoife O'Brien")
  await dialog.getByLabel('Who they are').fill('Head of People, Galway')
  await dialog
    .getByLabel('Testimonial')
    .fill('They answered before we had asked, and they were right.')
  await dialog.getByRole('button', { name: 'Create testimonial' }).click()
  await expect(rowOf(page, "Aoife O'Brien")).toContainText('Approved')
  expect((await namesOf(page, 'testimonies'))[0]).toBe("Aoife O'Brien")

  await page.getByRole('button', { name: "Actions for Aoife O'Brien" }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(rowOf(page, "Aoife O'Brien")).toContainText('Hidden')
  expect(await namesOf(page, 'testimonies')).not.toContain("Aoife O'Brien")
  await rowOf(page, "Aoife O'Brien")
    .getByRole('button', { name: "Aoife O'Brien", exact: true })
    .click()
  await dialog.getByLabel('Who they are').fill('Chief People Officer, Galway')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, "Aoife O'Brien")).toContainText('Chief People Officer')

  await page.getByRole('button', { name: "Actions for Aoife O'Brien" }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, "Aoife O'Brien")).toHaveCount(0)
})

test('testimonials are put in order by dragging and by keys, and visitors see it', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/testimonials/order')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Katharina Vogel')
  const before = await namesOf(page, 'testimonies')
  const sent = () => page.waitForResponse('**/admin/testimonials/order/**')
  const dragged = sent()
  const third = await rows.nth(2).boundingBox()
  await rows.first().locator('[data-drag-handle]').hover()
  await page.mouse.down()
  await page.mouse.move(100, (third?.y ?? 0) + (third?.height ?? 0) - 8, { steps: 4 })
  await page.mouse.up()
  await dragged
  const [first = '', second = '', other = '', ...rest] = before
  await expect.poll(() => namesOf(page, 'testimonies')).toEqual([second, other, first, ...rest])

  const moved = sent()
  await rows.nth(2).focus()
  await page.keyboard.press('t')
  await moved
  await expect(rows.first()).toBeFocused()
  await expect(page.getByText(`${first} is now number 1 of 8.`)).toBeAttached()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  const back = sent()
  await page.keyboard.press('Shift+J')
  await back
  await expect(rows.nth(2)).toBeFocused()
  await expect.poll(() => namesOf(page, 'testimonies')).toEqual([first, other, second, ...rest])
})

test('a team member is added, made inactive and active again, and put in order', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/team')
  await page.getByRole('button', { name: 'New member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill('Jean-Baptiste Ng’ang’a')
  await dialog.getByLabel('Position').fill('Mentor, Data')
  await dialog.getByLabel('LinkedIn page').fill('linkedin.com/in/jb')
  await dialog.getByRole('button', { name: 'Create member' }).click()
  await expect(dialog.getByText('Please enter an address that starts with https://')).toBeVisible()
  await dialog.getByLabel('LinkedIn page').fill('')
  await dialog.getByRole('button', { name: 'Create member' }).click()
  await expect(notificationOf(page, 'Jean-Baptiste Ng’ang’a has been saved.')).toBeVisible()
  expect((await namesOf(page, 'team-members')).at(-1)).toBe('Jean-Baptiste Ng’ang’a')

  await page.getByLabel('Search the team').fill('data')
  await expect(rowsOf(page)).toHaveCount(1)
  await setStatus(page, 'Jean-Baptiste Ng’ang’a', 'Inactive')
  await expect(stripOf(page, 'Active → Inactive')).toBeVisible()
  expect(await namesOf(page, 'team-members')).not.toContain('Jean-Baptiste Ng’ang’a')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(stripOf(page, 'is active again')).toBeVisible()

  await page.getByRole('link', { name: 'Order' }).click()
  const up = page.getByRole('button', { name: 'Move Jean-Baptiste Ng’ang’a up' })
  const moved = page.waitForResponse('**/admin/team-members/order/**')
  await up.click()
  await moved
  await expect(up).toBeFocused()
  expect((await namesOf(page, 'team-members')).at(-2)).toBe('Jean-Baptiste Ng’ang’a')
})

test('a tag is made, renamed, merged into another and deleted', async ({ page }) => {
  await openDashboard(page, '/dashboard/tags')
  const dialog = page.getByRole('dialog')
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New tag' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create tag' }).click()
  }
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await make("A'a")
  await expect(rowOf(page, "A'a")).toContainText('None')
  await make("a'A")
  await expect(dialog.getByText('There is a tag of this name already')).toBeVisible()
  await dialog.getByLabel('Name').fill('A second')
  await dialog.getByRole('button', { name: 'Create tag' }).click()
  await expect(rowOf(page, 'A second')).toBeVisible()

  await page.getByLabel('Search tags').fill('kigali')
  await expect(rowsOf(page)).toHaveCount(1)
  await act('Kigali', 'Merge into…')
  await expect(dialog).toContainText(/[1-9]\d* articles? will have the other tag instead/)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog.getByText('Please choose another tag')).toBeVisible()
  await dialog.getByLabel('Into the tag').fill("a'A")
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(notificationOf(page, "Kigali has become A'a.")).toBeVisible()
  await expect(page.getByText('No tags match')).toBeVisible()
  await page.getByLabel('Search tags').fill('')
  await rowOf(page, "A'a")
    .getByRole('link', { name: /article/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()

  await page.goBack()
  await rowOf(page, 'A second').getByRole('button', { name: 'A second', exact: true }).click()
  await dialog.getByLabel('Name').fill('Renamed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const strip = stripOf(page, 'A second → Renamed')
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'A second')).toBeVisible()
  await page.getByLabel('Search tags').fill('a second')
  await expect(rowsOf(page)).toHaveCount(1)
  await act('A second', 'Delete')
  await expect(dialog).toContainText('No article has it.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No tags match')).toBeVisible()
  const deleted = stripOf(page, 'A second has been deleted.')
  await deleted.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rowOf(page, 'A second')).toBeVisible()
  const restored = stripOf(page, 'A second is restored.')
  await expect(restored).toBeFocused()
  await restored.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(rowOf(page, 'A second').getByRole('button').first()).toBeFocused()
  await expect(page.getByRole('link', { name: /^Business In Tech \d+ articles/ })).toHaveAttribute(
    'href',
    '/dashboard/news?category=business',
  )
  await page.getByLabel('Search tags').fill("a'a")
  await act("A'a", 'Delete')
  await expect(dialog).toContainText(/It is taken off [1-9]\d* articles?\. It can be restored/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, "A'a has been deleted.")).toBeVisible()
  await expect(page.getByText('No tags match')).toBeVisible()
})

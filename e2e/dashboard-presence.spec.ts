import type { Page } from '@playwright/test'
import { contentOf, expectSaved, writeArticle } from './support/article-editor.ts'
import { openDashboard, rowOf } from './support/dashboard.ts'
import { createUser, signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

const editing = (page: Page, name: string) => page.getByText(`${name} is editing this now.`)

test('who edits an article sees a colleague arrive and leave, and their own second tab is nobody', async ({
  page,
  site,
  browser,
}) => {
  const article = await writeArticle(site.url, { title: 'Two at once', content: '<p>One.</p>' })
  await openDashboard(page, article.path)
  await expect(contentOf(page)).toContainText('One.')

  const theirs = await browser.newContext({ baseURL: site.url })
  const other = await theirs.newPage()
  const name = 'Aline Uwase'
  await openDashboard(other, article.path, await createUser(site.url, name, 'EDITOR'))
  await expect(editing(other, 'Administrator')).toBeVisible()
  await expect(editing(page, name)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)

  const mine = await page.context().newPage()
  await mine.goto(article.path)
  await expect(editing(mine, name)).toBeVisible()
  await expect(mine.getByText(/Administrator (is|and)/)).toHaveCount(0)

  await contentOf(page).press('ControlOrMeta+End')
  await page.keyboard.type(' Two.')
  await expectSaved(page)
  await theirs.close()
  await expect(editing(page, name)).toBeHidden()
  await expect(page.getByText('is editing this')).toHaveCount(0)
})

test('a colleague who arrives moves nothing', async ({ page, site, browser }) => {
  const article = await writeArticle(site.url, { title: 'Nothing moves', content: '<p>One.</p>' })
  const theirs = await browser.newContext({ baseURL: site.url })
  const other = await theirs.newPage()
  await openDashboard(other, '/dashboard', await createUser(site.url, 'Rose Arrives', 'ADMIN'))
  await openDashboard(page)
  async function openStack(one: Page) {
    await one.goto('/dashboard/tech-stacks')
    await one.getByRole('button', { name: 'React Development', exact: true }).click()
  }
  const places = [
    { open: (one: Page) => one.goto(article.path), control: 'Preview' },
    { open: (one: Page) => one.goto('/dashboard/events/1/edit'), control: 'Save' },
    { open: (one: Page) => one.goto('/dashboard/settings/visitors'), control: 'Save' },
    { open: openStack, control: 'Save' },
  ]
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const { open, control } of places) {
      await open(page)
      const button = page.getByRole('button', { name: control, exact: true })
      // Waits until it stands still.
      await button.hover()
      const field = page.getByRole('main').or(page.getByRole('dialog')).getByRole('textbox').first()
      const placesOf = async () => [await button.boundingBox(), await field.boundingBox()]
      const before = await placesOf()
      await open(other)
      await expect(editing(page, 'Rose Arrives')).toBeVisible()
      expect(await placesOf()).toEqual(before)
      await expectNoSidewaysScroll(page)
    }
  }
  await theirs.close()
})

test('who edits anything else is told of a colleague, too', async ({ page, site, browser }) => {
  const staff = await signInAsAdmin(site.url)
  const { name } = await staff.createCohort({ name: 'Presence Cohort' })
  const theirs = await browser.newContext({ baseURL: site.url })
  const other = await theirs.newPage()
  const openCohort = async (one: Page) => {
    await rowOf(one, name).getByRole('button', { name, exact: true }).click()
    await expect(one.getByRole('dialog', { name: `Edit ${name}` })).toBeVisible()
  }
  const colleague = await createUser(site.url, 'Keza Ingabire', 'ADMIN')
  await openDashboard(other, `/dashboard/cohorts?search=presence`, colleague)
  await openCohort(other)
  await openDashboard(page, `/dashboard/cohorts?search=presence`)
  await openCohort(page)
  await expect(editing(page, 'Keza Ingabire')).toBeVisible()
  await expectAccessible(page)

  await other.goto('/dashboard/events/1/edit')
  await page.goto('/dashboard/events/1/edit')
  await expect(editing(page, 'Keza Ingabire')).toBeVisible()

  await other.goto('/dashboard/settings/visitors')
  await page.goto('/dashboard/settings/visitors')
  await expect(editing(page, 'Keza Ingabire')).toBeVisible()

  for (const one of [other, page]) {
    await one.goto('/dashboard/tech-stacks')
    await one.getByRole('button', { name: 'React Development', exact: true }).click()
  }
  await expect(editing(page, 'Keza Ingabire')).toBeVisible()
  await theirs.close()
  await expect(editing(page, 'Keza Ingabire')).toBeHidden()
})

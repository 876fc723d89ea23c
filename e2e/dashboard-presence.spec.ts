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

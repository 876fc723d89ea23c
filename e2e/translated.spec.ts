import type { Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { emailField } from './support/dashboard.ts'
import { pdfFile } from './support/files.ts'
import { openWithoutScripts } from './support/kept-back.ts'
import { fillForm, registerButton, resumeInput, talentsOf, thanks } from './support/registration.ts'
import { admin } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillDetails,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

// React tells of a page that it has to render anew, and the browser of a connection that is lost.
test.use({ expectedErrors: /React error #418|Failed to load resource/ })

const article = '/insights/why-kigali-an-honest-answer'

/** Puts other texts, in elements of their own, in place of all texts, as browsers do that translate. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script,style,textarea,option,noscript'))
        continue
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = `${text.data}\u00a0`
      text.replaceWith(outer)
    }
  })

test('a comment that is typed and sent before a translated page has its scripts is sent', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, article)
  await page.evaluate(() => {
    document.documentElement.dataset.apiRoot = '/api'
  })
  await translate(page)
  const footer = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
  await footer.fill('half@example')
  const message = uniqueText('In another language.')
  await typeComment(newComment(page), { message })
  await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
  release()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  await expect(page.locator('#comments li').first()).toContainText(message)
  await expect(footer).toHaveValue('half@example')
  await expect(page.locator('html')).toHaveAttribute('data-api-root', '/api')
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
})

test('who types into a translated page goes on typing once it has its scripts, and sends it', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, article)
  await translate(page)
  const begin = uniqueText('In another language')
  await typeComment(newComment(page), { message: begin })
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(newComment(page).getByLabel('Message')).toBeFocused()
  await expect(newComment(page).getByLabel('Name')).toHaveValue('Aline Uwase')
  await translate(page)
  await page.keyboard.type(', and more.')
  await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  await expect(page.locator('#comments li').first()).toContainText(`${begin}, and more.`)
})

test('who signs in before a translated page has its scripts is signed in', async ({ page }) => {
  const release = await openWithoutScripts(page, '/login')
  await translate(page)
  await emailField(page).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-held')
  release()
  await expect(page).toHaveURL('/dashboard')
})

test('who registers before a translated page has its scripts is registered, with all skills', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  const release = await openWithoutScripts(page, '/register')
  await translate(page)
  await fillForm(page, email, 'React, French')
  await resumeInput(page).setInputFiles(await pdfFile())
  await registerButton(page).click()
  await expect(page.locator('html')).toHaveAttribute('data-held')
  release()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
  const staff = await signInAsAdmin(site.url)
  expect(await talentsOf(staff, email)).toMatchObject([{ email, skills: ['React', 'French'] }])
})

test('who applies before a translated page has its scripts has applied, with the resume', async ({
  page,
}) => {
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  const release = await openWithoutScripts(page, new URL(page.url()).href)
  await translate(page)
  await fillDetails(page, uniqueEmail())
  await page.getByLabel('Resume').setInputFiles(await pdfFile())
  await submitButton(page).click()
  await expect(page.locator('html')).toHaveAttribute('data-held')
  release()
  await expectSubmitted(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
})

test('the resume of a translated application that was lost can be taken out, and nothing else goes', async ({
  page,
}) => {
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  await fillDetails(page, uniqueEmail())
  await page.getByLabel('Resume').setInputFiles(await pdfFile())
  await page.route('**/api/website/application/', (route) => route.abort())
  await submitButton(page).click()
  await expect(page.getByText(/still here, and so is your resume\./)).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/still here\. Try again before/)).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
})

test('a cohort and a tech stack are chosen, and chosen anew, on translated pages', async ({
  page,
}) => {
  await openWizard(page)
  await translate(page)
  await chooseCohort(page)
  await translate(page)
  await page.getByRole('button', { name: 'Select REACT DEVELOPMENT' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Selected REACT DEVELOPMENT' })).toBeVisible()
  await translate(page)
  await page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Selected/ })).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Load More Cohorts' }).click()
  await page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
})

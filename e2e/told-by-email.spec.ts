import { typeComment, uniqueText } from './support/comments.ts'
import { openDashboard } from './support/dashboard.ts'
import { emailTo } from './support/emails.ts'
import { createEvent, registerFor } from './support/events.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

const article = '/insights/why-kigali-an-honest-answer'

test('who ticks the box confirms by the link in an email, and stops it there, also without JavaScript', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto(article)
  const form = page.getByRole('form', { name: 'New comment' })
  const email = uniqueEmail()
  await typeComment(form, { email, message: uniqueText('How long does a cohort take?') })
  await form.getByLabel('Tell me when somebody answers').check()
  await form.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  const body = emailTo(site, email)
  const link = /\/comments\/answers\?token=\S+/.exec(body)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Tell me of answers' }).click()
  await expect(page.getByText('We tell you of answers to your comment.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText('You are told of no more answers.')).toBeVisible()
  await context.close()
})

test('after a comment the box is empty again, and ticked it asks by email', async ({
  page,
  site,
}) => {
  await openHydrated(page, article)
  const form = page.getByRole('form', { name: 'New comment' })
  const box = form.getByLabel('Tell me when somebody answers')
  const emails = [uniqueEmail(), uniqueEmail()]
  for (const email of emails) {
    await typeComment(form, { email, message: uniqueText('When does it begin?') })
    await box.check()
    await form.getByRole('button', { name: 'Post Comment' }).click()
    await expect(form.getByLabel('Message')).toHaveValue('')
    await expect(box).not.toBeChecked()
  }
  for (const email of emails) expect(emailTo(site, email)).toContain('/comments/answers')
})

test('whoever moves an event is asked whether those registered are told, and sees the email', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'A moving evening' })
  const email = uniqueEmail()
  await registerFor(site.url, id, email)
  await openDashboard(page, `/dashboard/events/${id}/edit`)
  const box = page.getByLabel('Tell them of the change by email')
  await page.getByLabel('Places').fill('50')
  await expect(box).toBeHidden()
  await page.getByRole('textbox', { name: 'Place', exact: true }).fill('Huye, the town hall')
  await expect(box).toBeChecked()
  const preview = page.getByRole('region', { name: 'The email' })
  await expect(preview).toContainText('Huye, the town hall')
  await page.getByLabel('Your words in the email').fill('The roof leaks.')
  await expect(preview).toContainText('The roof leaks.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('has been saved.')).toBeVisible()
  expect(emailTo(site, email, 2)).toContain('The roof leaks.')
})

test('staff ask for the email on Mondays in their profile', async ({ page }) => {
  await openDashboard(page, '/dashboard/profile')
  const box = page.getByLabel('Write me what waits and how last week went')
  await box.check()
  await expect(page.getByText('You get the email on Mondays.')).toBeVisible()
  await page.reload()
  await expect(box).toBeChecked()
  await box.uncheck()
  await expect(page.getByText('You get no more email on Mondays.')).toBeVisible()
})

test('each email is edited, with its own variables, looked at, and put back', async ({ page }) => {
  await openDashboard(page, '/dashboard/settings/visitors')
  const email = page.getByLabel('Email', { exact: true })
  await expect(page.getByLabel('Subject')).toHaveValue('Your application for {cohort} has arrived')
  await email.selectOption('A comment was answered')
  await page.getByLabel('Subject').fill('Answered: {event}')
  await expect(page.getByText('There is no {event}. You can use {article}.')).toBeVisible()
  await page.getByLabel('Subject').fill('Answered: {article}')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Answered: Why Kigali').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveCount(
    0,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
  const back = page.getByRole('button', { name: 'Back to the standard text' })
  await back.click()
  await expect(back).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('There is an answer below “{article}”')
  await email.selectOption('An invitation to an interview')
  await expect(page.getByLabel('Text')).toHaveValue(/we would like to talk with you/)
  await expectAccessibleAtBothWidths(page)
})

import type { Locator, Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, openHydrated, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

test('a link or the back button asks before it discards typed text', async ({ page }) => {
  await openHydrated(page, '/insights')
  await page
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click()
  await expect(page).not.toHaveURL('/insights')
  const address = page.url()
  const message = newComment(page).getByLabel('Message')
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your comment?' })
  await message.fill('Half a thought')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  // Nothing behind it takes the focus before it is gone.
  await expect(dialog).toBeHidden()
  await message.focus()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(message).toBeFocused()
  await page.keyboard.type(', or a whole one')
  await expect(message).toHaveValue('Half a thought, or a whole one')
})

test('a link asks while a comment is sent, and leads on once that is stored', async ({ page }) => {
  await openHydrated(page, article)
  const release = await keepBack(page, /\/api\/website\/comments\//)
  await typeComment(newComment(page), { message: uniqueText('On its way.') })
  await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('dialog', { name: 'Stop sending your comment?' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/services')
})

test('a link asks before it discards a typed reply', async ({ page }) => {
  await openHydrated(page, article)
  await page
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await page
    .getByRole('form', { name: /^Reply to/ })
    .getByLabel('Message')
    .fill('Half a reply')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  const aboutReply = page.getByRole('dialog', { name: 'Leave without sending your reply?' })
  await aboutReply.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/services')
})

const replyButtons = (page: Page) => page.getByRole('button', { name: /^Reply to/ })
const replyForm = (page: Page) => page.getByRole('form', { name: /^Reply to/ })

test('Reply leads back to a reply that is half written, and discards nothing', async ({ page }) => {
  await openHydrated(page, article)
  await replyButtons(page).first().click()
  // Two people may have the same name.
  const action = (await replyForm(page).getAttribute('action')) ?? ''
  const message = replyForm(page).getByLabel('Message')
  await message.fill('Half a reply')
  for (const button of await replyButtons(page).all()) {
    await button.click()
    await expect(replyForm(page)).toHaveAttribute('action', action)
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('Half a reply')
  }
  await message.fill('')
  await replyButtons(page).nth(1).click()
  await expect(replyForm(page)).not.toHaveAttribute('action', action)
})

test('a reply that is answered late leaves the next one as it is', async ({ page }) => {
  await openHydrated(page, article)
  const release = await keepBack(page, /\/api\/website\/\w*-?comments\//)
  await replyButtons(page).first().click()
  await typeComment(replyForm(page), { message: uniqueText('The first reply.') })
  await replyForm(page).getByRole('button', { name: 'Post Reply' }).click()
  await replyForm(page).getByRole('button', { name: 'Cancel' }).click()
  await replyButtons(page).nth(1).click()
  const message = replyForm(page).getByLabel('Message')
  await message.fill('Half a reply')
  release()
  await expect(page.getByText('Reply posted successfully!')).toBeVisible()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('Half a reply')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Leave without sending your reply?' }),
  ).toBeVisible()
})

test('a reply that is answered late leaves another one to the same comment as it is', async ({
  page,
}) => {
  await openHydrated(page, article)
  const release = await keepBack(page, /\/api\/website\/\w*-?comments\//)
  const reply = replyButtons(page).first()
  await reply.click()
  await typeComment(replyForm(page), { message: uniqueText('The first of two.') })
  await replyForm(page).getByRole('button', { name: 'Post Reply' }).click()
  await replyForm(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(reply).toBeFocused()
  await reply.click()
  const message = replyForm(page).getByLabel('Message')
  await message.fill('Half of the second')
  release()
  await expect(page.getByText('Reply posted successfully!')).toBeVisible()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('Half of the second')
  await replyForm(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(replyForm(page)).toHaveCount(0)
  await expect(reply).toBeFocused()
})

test('what is typed on while a reply is sent stays', async ({ page }) => {
  await openHydrated(page, article)
  const release = await keepBack(page, /\/api\/website\/\w*-?comments\//)
  await replyButtons(page).first().click()
  const text = uniqueText('Sent at once.')
  await typeComment(replyForm(page), { message: text })
  await replyForm(page).getByRole('button', { name: 'Post Reply' }).click()
  const message = replyForm(page).getByLabel('Message')
  await message.press('Control+End')
  await page.keyboard.type(' And one thing more')
  release()
  await expect(page.getByText('Reply posted successfully!')).toBeVisible()
  await expect(page.locator('#comments li').getByText(text, { exact: true })).toBeVisible()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(`${text} And one thing more`)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Leave without sending your reply?' }),
  ).toBeVisible()
})

test.describe('a half-written reply', () => {
  test.use({ expectedErrors: /404/ })

  test('stays when its comment is removed, and is told that it failed', async ({ page, site }) => {
    await openHydrated(page, '/insights/how-a-berlin-and-kigali-team-shares-one-working-day')
    const removed = uniqueText('Soon to be removed.')
    await typeComment(newComment(page), { message: removed })
    await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
    const comment = page.locator('#comments li').filter({ hasText: removed })
    const reply = comment.getByRole('button', { name: /^Reply to/ })
    const id = await reply.getAttribute('value')
    await reply.click()
    await typeComment(replyForm(page), { message: 'Half a reply' })
    const { call } = await signInAsAdmin(site.url)
    await call('PATCH', `/admin/comments/${id}/reject/`, {})

    await typeComment(newComment(page), { message: uniqueText('Another one meanwhile.') })
    await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
    await expect(page.getByText('This comment is not shown any more.')).toBeVisible()
    await expect(page.getByText(removed)).toHaveCount(0)
    const message = replyForm(page).getByLabel('Message')
    await expect(message).toHaveValue('Half a reply')
    await replyForm(page).getByRole('button', { name: 'Post Reply' }).click()
    await expect(replyForm(page).getByText('This comment was not found.')).toBeVisible()
    await expect(message).toHaveValue('Half a reply')
    await replyForm(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('This comment is not shown any more.')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^Comments/ })).toBeFocused()
  })
})

/** As after a reload in Firefox: no event tells of it. */
const fillInAgain = (field: Locator, text: string) =>
  field.evaluate((element: HTMLTextAreaElement, value) => {
    element.value = value
  }, text)

test('what the browser filled in again stays once React has come', async ({ page }) => {
  await page.goto(article)
  const message = newComment(page).getByLabel('Message')
  await fillInAgain(message, 'Half a thought')
  await message.focus()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(message).toHaveValue('Half a thought')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Leave without sending your comment?' }),
  ).toBeVisible()
})

test('a link asks before it discards what the browser filled in again', async ({ page }) => {
  await page.goto(article)
  const message = newComment(page).getByLabel('Message')
  await fillInAgain(message, 'Half a thought')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without sending your comment?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await expect(message).toHaveValue('Half a thought')
})

test('no confirmation is needed once the form is empty', async ({ page }) => {
  await openHydrated(page, article)
  const message = newComment(page).getByLabel('Message')
  await message.fill('Never mind')
  await message.fill('')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/services')
})

test.describe('without a connection that the browser knows to be lost', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ })

  test('a link and Back wait for the connection, and keep the page', async ({ page }) => {
    await openHydrated(page, '/insights')
    await page.locator(`main a[href="${article}"]`).first().click()
    await expect(page.locator('#article-body')).toBeVisible()
    const heading = page.getByRole('heading', { level: 1 })
    const title = await heading.textContent()
    await page.route('**/*', (route) => route.abort())
    const unreachable = page.getByRole('alert').getByText(/^The page could not be reached/)

    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(unreachable).toBeVisible()
    await expect(heading).toHaveText(String(title))
    await page.unroute('**/*')
    await expect(heading).toHaveText('Services')

    await expect(unreachable).toBeHidden()
    await page.route('**/*', (route) => route.abort())
    await page.goBack()
    await expect(unreachable).toBeVisible()
    await expect(heading).toHaveText('Services')
    await page.unroute('**/*')
    await expect(heading).toHaveText(String(title))

    await page.route('**/*', (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(unreachable).toBeVisible()
    await newComment(page).getByLabel('Message').fill('Typed while the next page did not come')
    await page.unroute('**/*')
    await expect(unreachable).toBeHidden()
    await expect(newComment(page).getByLabel('Message')).toHaveValue(/^Typed while/)
    await expect(page).toHaveURL(article)
  })
})

test.describe('offline', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a link shows a message, and keeps the page with the typed text', async ({ page }) => {
    await openHydrated(page, article)
    const message = newComment(page).getByLabel('Message')
    await message.fill('Written on a bus')
    await page.context().setOffline(true)
    for (const name of ['Services', 'News & Insights']) {
      await page.getByRole('banner').getByRole('link', { name }).click()
      await expect(
        page
          .getByRole('alert')
          .getByText(/^You are offline/)
          .first(),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Close notification' }).click()
      await expect(page).toHaveURL(article)
      await expect(message).toHaveValue('Written on a bus')
    }
    await message.fill('')
    await page.context().setOffline(false)
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/services')
  })
})

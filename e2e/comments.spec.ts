import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { postsOf } from './support/posts.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, openHydrated, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

test('a new comment is at the top at once, dated just now, with a confirmation', async ({
  page,
}) => {
  await openHydrated(page, article)
  const form = newComment(page)
  const heading = page.getByRole('heading', { name: /^Comments \(/ })
  const before = Number((await heading.textContent())?.match(/\d+/)?.[0])
  const message = uniqueText('What about the rain season?')
  await typeComment(form, { message })
  const refetched = page.waitForResponse(/\/website\/news\/\d+\/comments\//)
  await form.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  const first = page.locator('#comments li').first()
  await expect(first).toContainText(message)
  await expect(first).toContainText('Just now')
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(heading).toHaveText(`Comments (${before + 1})`)
  await refetched
  await expect(first).toContainText(message)
  await page.reload()
  await expect(first).toContainText(message)
})

test('a new comment is dated just now by a clock that is an hour ahead', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 61 * 60_000 })
  await openHydrated(page, article)
  const message = uniqueText('What time is it with you?')
  await typeComment(newComment(page), { message })
  const refetched = page.waitForResponse(/\/website\/news\/\d+\/comments\//)
  await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
  const first = page.locator('#comments li').first()
  await expect(first).toContainText(message)
  await expect(first).toContainText('Just now')
  await (await refetched).finished()
  await expect(first).toContainText('Just now')
})

test('a slow response with comments does not remove a later comment', async ({ page }) => {
  await openHydrated(page, article)
  const form = newComment(page)
  const comments = page.locator('#comments li')
  const list = /\/website\/news\/\d+\/comments\//
  const post = async (message: string) => {
    await typeComment(form, { message })
    await form.getByRole('button', { name: 'Post Comment' }).click()
    await expect(comments.first()).toContainText(message)
  }
  const held = Promise.withResolvers<void>()
  await page.route(
    list,
    async (route) => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const early = page.waitForRequest(list)
  await post(uniqueText('The first words, on a slow line.'))
  const late = (await early).response()
  const refetched = page.waitForResponse(list)
  const message = uniqueText('The second words, said soon after.')
  await post(message)
  await refetched
  held.resolve()
  await (await late)?.finished()
  await expect(comments.first()).toContainText(message)
  await expect(comments.nth(1)).toContainText('The first words')
})

test('one reply form is open at a time, and the latest reply is shown', async ({ page }) => {
  await openHydrated(page, article)
  const buttons = page.getByRole('button', { name: /^Reply to/ })
  const forms = page.getByRole('form', { name: /^Reply to/ })
  await buttons.nth(0).click()
  await expect(forms).toHaveCount(1)
  await buttons.nth(1).click()
  await expect(forms).toHaveCount(1)
  await forms.getByRole('button', { name: 'Cancel' }).click()
  await expect(forms).toHaveCount(0)
  await expect(buttons.nth(1)).toBeFocused()

  const comment = page.locator('#comments li').nth(0)
  for (const message of [
    uniqueText('The first reply of two.'),
    uniqueText('And the second one.'),
  ]) {
    await buttons.nth(0).click()
    await expect(forms.getByLabel('Name')).toBeFocused()
    await typeComment(forms, { message })
    await forms.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.getByText('Reply posted successfully!').last()).toBeVisible()
    await expect(forms).toHaveCount(0)
    await expect(comment).toContainText(message)
  }
  await expect(comment).not.toContainText('The first reply of two.')
})

test('each empty field shows its error, and nothing is sent', async ({ page }) => {
  await openHydrated(page, article)
  const sent = postsOf(page)
  const form = newComment(page)
  await form.getByLabel('Email').fill('aline@')
  await form.getByRole('button', { name: 'Post Comment' }).click()
  await expect(form.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(form.getByText('Message must be at least 10 characters')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  expect(sent).toEqual([])
})

test('a comment that looks like spam is held, and its author sees a message', async ({ page }) => {
  await openHydrated(page, article)
  const form = newComment(page)
  const message = `${uniqueText('See')} https://a.example https://b.example https://c.example`
  await typeComment(form, { message })
  await form.getByRole('button', { name: 'Post Comment' }).click()
  await expect(
    page.locator('#comments').getByText(/A person looks at your words first/),
  ).toBeVisible()
  await expect(page.locator('#comments li').getByText(message)).toHaveCount(0)
})

test.describe('when the answer to a comment was lost', () => {
  test.use({ expectedErrors: /409/ })

  test('sending it again succeeds, also where staff have removed it since', async ({ page }) => {
    await openHydrated(page, article)
    const form = newComment(page)
    const message = uniqueText('Sent once more.')
    await typeComment(form, { message })
    const detail = 'You have posted this already. It has arrived.'
    await page.route('**/api/website/comments/', (route) =>
      route.fulfill({ status: 409, json: { detail } }),
    )
    await form.getByRole('button', { name: 'Post Comment' }).click()
    await expect(page.locator('[data-notification="success"]')).toHaveText(
      /Comment posted successfully!/,
    )
    await expect(form.getByLabel('Message')).toHaveValue('')
    await expect(page.getByText(detail)).toHaveCount(0)
    await expect(page.locator('[data-notification="error"]')).toHaveCount(0)
  })
})

test.describe('when posting fails', () => {
  test.use({ expectedErrors: /Failed to/ })

  test('a comment and a reply keep the typed text', async ({ page }) => {
    await openHydrated(page, article)
    await page.route('**/api/website/*comments/', (route) => route.abort())
    const form = newComment(page)
    await form.getByLabel('Name').fill('Aline')
    await form.getByLabel('Email').fill('aline@example.rw')
    await form.getByLabel('Message').fill('These words must not be lost.')
    await form.getByRole('button', { name: 'Post Comment' }).click()
    const failures = page.locator('[data-notification="error"]')
    await expect(failures).toHaveText(/Failed to post comment\. Please try again\./)
    await expect(form.getByText(/^Failed to post comment/)).toBeVisible()
    // At once: the notification goes by itself.
    expect(
      await page
        .getByRole('alert')
        .getByText(/^Failed to post comment/)
        .count(),
    ).toBe(1)
    await expect(form.getByLabel('Message')).toHaveValue('These words must not be lost.')

    await page
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .click()
    const reply = page.getByRole('form', { name: /^Reply to/ })
    await reply.getByLabel('Name').fill('Aline')
    await reply.getByLabel('Email').fill('aline@example.rw')
    await reply.getByLabel('Message').fill('Nor these, of a reply.')
    await reply.getByRole('button', { name: 'Post Reply' }).click()
    await expect(failures.getByText('Failed to post reply. Please try again.')).toBeVisible()
    await expect(reply.getByLabel('Message')).toHaveValue('Nor these, of a reply.')
  })

  test('a refused field is marked, and the failure is told all the same', async ({ page }) => {
    await openHydrated(page, article)
    await page.route('**/api/website/comments/', (route) =>
      route.fulfill({ status: 400, json: { name: ['This name is reserved'] } }),
    )
    await typeComment(newComment(page), { message: 'These words must not be lost.' })
    await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
    await expect(page.locator('[data-notification="error"]')).toHaveText(
      'Failed to post comment. Please try again.',
    )
    await expect(newComment(page).getByText('This name is reserved')).toBeVisible()
    await expect(newComment(page).getByLabel('Name')).toBeFocused()
  })
})

test('an article without comments invites the first one', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const { slug } = await staff.call('POST', '/dashboard/news/', {
    title: uniqueText('An article to be quiet about'),
    category: 'africa',
    author: 'Solange Mukamana',
    description: 'Nothing to add.',
    content: '<p>All is said.</p>',
    is_published: true,
  })
  await page.goto(`/insights/${slug}`)
  await expect(
    page.getByText('No comments yet. Be the first to share your thoughts!'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible()
  await expect(page.getByText('#General')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /40[04]/ })

  test('comments and replies are posted, show their errors, and are not posted twice', async ({
    page,
  }) => {
    await page.goto(`${article}?posted=held`)
    const held = page.getByText('A person looks at your words first')
    await expect(held).toBeVisible()
    const form = newComment(page)
    const message = uniqueText('Written without any script.')
    await typeComment(form, { name: 'A', message })
    await form.getByRole('button', { name: 'Post Comment' }).click()
    await expect(form.getByText('Name must be at least 2 characters')).toBeVisible()
    await expect(held).toHaveCount(0)
    await expect(form.getByLabel('Message')).toHaveValue(message)
    await form.getByLabel('Name').fill('Annick')
    await form.getByRole('button', { name: 'Post Comment' }).click()
    await expect(page).toHaveURL(`${article}?posted=comment#comments`)
    await expect(page.getByText('Comment posted successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByText(message)).toHaveCount(1)

    await page.getByRole('button', { name: 'Reply to Annick' }).first().click()
    const replyForm = page.getByRole('form', { name: 'Reply to Annick' })
    const reply = uniqueText('And answered without one.')
    await typeComment(replyForm, { message: reply })
    await replyForm.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.getByText('Reply posted successfully!')).toBeVisible()
    await expect(page.getByText(reply)).toBeVisible()
  })

  test('a reply to a comment that staff have removed is kept, and told that it failed', async ({
    page,
    site,
  }) => {
    await page.goto(article)
    const reply = page.getByRole('button', { name: /^Reply to/ }).first()
    const id = await reply.getAttribute('value')
    await reply.click()
    const form = page.getByRole('form', { name: /^Reply to/ })
    await typeComment(form, { message: 'An answer to nobody.' })
    const staff = await signInAsAdmin(site.url)
    await staff.call('PATCH', `/admin/comments/${id}/reject/`, {})
    await form.getByRole('button', { name: 'Post Reply' }).click()
    await expect(form.getByText('This comment was not found.')).toBeInViewport()
    await expect(form.getByLabel('Message')).toHaveValue('An answer to nobody.')
  })
})

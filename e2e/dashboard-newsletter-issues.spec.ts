import { notificationOf, openDashboard, rowOf } from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts'

// A colleague who saves first is answered by 409.
test.use({ changesForGood: 'an issue of the newsletter', expectedErrors: /status of 409/ })

test('an issue is made from articles by keyboard, looked at, sent, paused and stopped', async ({
  page,
}) => {
  test.slow()
  await openDashboard(page, '/dashboard/newsletter')
  await page.getByRole('link', { name: 'Issues', exact: true }).click()
  await page.getByRole('link', { name: 'New issue' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Subject').fill('Spring in Kigali')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  await page.keyboard.type('## Muraho')
  await page.keyboard.press('Enter')
  await page.keyboard.type('this is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('new')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(':')
  const format = page.getByRole('toolbar', { name: 'Format' })
  await expect(format.getByRole('button', { name: 'Heading 2' })).toBeVisible()
  await expect(format.getByRole('button', { name: /Picture|Table|Video|Code/ })).toHaveCount(0)
  const article = page.getByRole('group', { name: 'Articles' }).getByRole('checkbox').first()
  await article.focus()
  await page.keyboard.press('Space')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Draft')

  const menu = page.getByRole('button', { name: 'Actions for Spring in Kigali' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Muraho' })).toBeVisible()
  await expect(frame.getByText('this is new:')).toBeVisible()
  await expect(frame.locator('strong')).toHaveText('new')
  await expect(frame.getByRole('link', { name: 'Read the article' })).toBeVisible()
  for (const name of ['Computer', 'Plain text', 'Phone']) {
    await dialog.getByRole('button', { name }).click()
    await expectAccessible(page)
  }
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog.getByText('/insights/')).toBeVisible()
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Send to all subscribers' }).click()
  await expect(dialog).toContainText(/Send to \d+ confirmed subscribers\?/)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    notificationOf(page, /^The issue is being sent to \d+ confirmed subscribers\.$/),
  ).toBeVisible()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Being sent')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Paused')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Stop for good' }).click()
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(notificationOf(page, 'The sending is stopped for good.')).toBeVisible()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Stopped')
  await expect(rowOf(page, 'Spring in Kigali')).toContainText(/0 of \d+ sent/)
})

test.describe('an issue whose answer was lost', () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 409/ })

  test('is said to be uncertain, and then to be on its way', async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const subject = 'Answered to nobody'
    const content = '<p>Muraho</p>'
    const { id } = await staff.call('POST', '/admin/newsletter-issues/', {
      subject,
      content,
      article_ids: [],
    })
    await openDashboard(page, '/dashboard/newsletter/issues')
    await page.route(
      '**/send/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: `Actions for ${subject}` }).click()
    await page.getByRole('menuitem', { name: 'Send to all subscribers' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByText(/^This may have been done: please look first\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByText('This issue is being sent already.')).toBeVisible()
    await staff.call('POST', `/admin/newsletter-issues/${id}/steer/`, { move: 'stop' })
  })
})

test('a draft is deleted, and comes back', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const subject = 'Written by mistake'
  const content = '<p>Muraho</p>'
  await staff.call('POST', '/admin/newsletter-issues/', { subject, content, article_ids: [] })
  await openDashboard(page, '/dashboard/newsletter/issues')
  await page.getByRole('button', { name: `Actions for ${subject}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, subject)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rowOf(page, subject)).toContainText('Draft')
})

test('what is typed into an issue outlasts a reload, and goes when it is discarded or saved', async ({
  page,
}) => {
  test.slow()
  await openDashboard(page, '/dashboard/newsletter/issues/new')
  const subject = page.getByLabel('Subject')
  const text = page.getByRole('textbox', { name: 'Text' })
  await subject.fill('Summer in Huye')
  await text.fill('Muraho neza')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(text).toHaveText('Muraho neza')
  await expect(subject).toHaveValue('Summer in Huye')

  // Each way out asks, and forgets.
  const question = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(question).toContainText('Discard what you typed?')
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'New issue' }).click()
  await expect(subject).toHaveValue('')
  await expect(text).toHaveText('')

  await subject.fill('Summer in Musanze')
  await text.fill('Mwaramutse')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await page.getByRole('link', { name: 'Summer in Musanze' }).click()
  await expect(text).toHaveText('Mwaramutse')

  // What was kept changes the version that was read, not the one of somebody else since.
  await text.fill('Mine')
  const other = await page.context().newPage()
  await openDashboard(other, page.url().replace(/^.*?\/dashboard/, '/dashboard'))
  await other.getByLabel('Subject').fill('Summer in Rubavu')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(other, 'Summer in Rubavu')).toBeVisible()
  await page.reload()
  await expect(text).toHaveText('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /mine/i }).click()
  await expect(rowOf(page, 'Summer in Rubavu')).toBeVisible()
  await page.getByRole('link', { name: 'Summer in Rubavu' }).click()
  await expect(text).toHaveText('Mine')
})

test('what is typed into an issue stays when a colleague sends it meanwhile', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const issues = '/admin/newsletter-issues/'
  const { id } = await staff.call('POST', issues, {
    subject: 'Sent meanwhile',
    article_ids: [],
    content: '<p>Muraho</p>',
  })
  const isFollowed = page.waitForRequest(/\/admin\/changes\/\?known=/)
  await openDashboard(page, `/dashboard/newsletter/issues/${id}`)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Typed for an hour')
  await isFollowed
  const isRead = page.waitForResponse((response) => response.url().endsWith(`${issues}${id}/`))
  await staff.call('POST', `${issues}${id}/send/`, {})
  await isRead
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /mine/i }).click()
  await expect(page.getByRole('alert').getByText(/is being sent already/)).toBeVisible()
  await expect(text).toHaveText('Typed for an hour')
  await staff.call('POST', `${issues}${id}/steer/`, { move: 'stop' })
})

test('a picture that is pasted is left out, and said so', async ({ page }) => {
  await openDashboard(page, '/dashboard/newsletter/issues/new')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  await text.evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/html', '<p>Before <img src="https://a.example/b.png"></p><p>after</p>')
    const paste = { clipboardData: data, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', paste))
  })
  await expect(text).toContainText('after')
  await expect(page.getByText('Without 1 picture: this text has none.')).toBeVisible()
  await expect(text.locator('img[src]')).toHaveCount(0)
})

test('a chosen article that is older than the newest twenty stays when another is ticked', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const ids: number[] = []
  for (let number = 0; number < 21; number += 1) {
    const article = await staff.call('POST', '/dashboard/news/', {
      title: `Choice ${number}`,
      category: 'talent',
      author: 'Solange Mukamana',
      description: 'A summary.',
      content: '<p>Text</p>',
      is_published: true,
    })
    ids.push(article.id)
  }
  // Newer ones that visitors don't see leave the list as long as it is.
  for (let number = 0; number < 20; number += 1) {
    await staff.call('POST', '/dashboard/news/', {
      title: `Unchosen ${number}`,
      category: 'talent',
      author: 'Solange Mukamana',
      description: 'A summary.',
      content: '<p>Text</p>',
    })
  }
  const [oldest] = ids
  const { id } = await staff.call('POST', '/admin/newsletter-issues/', {
    subject: 'Old and new',
    content: '<p>Muraho</p>',
    article_ids: [oldest],
  })
  await openDashboard(page, `/dashboard/newsletter/issues/${id}`)
  const articles = page.getByRole('group', { name: 'Articles' })
  await expect(articles.getByRole('checkbox', { name: /^Choice 20 / })).toBeVisible()
  await expect(articles.getByRole('checkbox')).toHaveCount(21)
  await expect(articles.getByText('Unchosen')).toBeHidden()
  await articles.getByRole('checkbox', { name: /^Choice 20 / }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/issues$/)
  const saved = await staff.call('GET', `/admin/newsletter-issues/${id}/`)
  expect(saved.article_ids).toEqual([ids.at(-1), oldest])

  await page.getByRole('link', { name: 'Old and new' }).click()
  const old = articles.getByRole('checkbox', { name: /^Choice 0 / })
  await expect(old).toBeChecked()
  await old.uncheck()
  await old.check()
  await old.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/issues$/)
  const then = await staff.call('GET', `/admin/newsletter-issues/${id}/`)
  expect(then.article_ids).toEqual([ids.at(-1)])
})

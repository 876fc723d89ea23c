import { startMailServer } from '../src/testing/mail-server.ts'
import { post } from './support/calls.ts'
import {
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  signIn,
  stripOf,
} from './support/dashboard.ts'
import { tabTo } from './support/keyboard.ts'
import { writeMessage } from './support/messages.ts'
import { startServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  test,
} from './support/test.ts'

test.use({ changesForGood: 'messages are answered and deleted' })

test('a message is answered from a template by keyboard alone, and the thread tells that it was sent', async ({
  page,
}) => {
  test.slow()
  const mail = await startMailServer()
  const own = await startServer({ SMTP_URL: mail.url })
  try {
    const { subject } = await writeMessage(own.url)
    await page.goto(`${own.url}/dashboard/messages`)
    await signIn(page)
    const row = rowOf(page, subject)
    await expect(row).toContainText('Unread')
    await expect(row).toContainText('23 h left')
    await expect(page.getByRole('link', { name: /^Messages/ })).toContainText('3 unread')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Messages/ })).toContainText('2 unread')

    await tabTo(page, 'Templates')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Next cohort' }).press('Enter')
    const reply = page.getByRole('textbox', { name: 'To beatrice@example.rw' })
    await expect(reply).toHaveValue(/^Dear Béatrice,/)
    await expect(reply).toBeFocused()
    await page.keyboard.type(' It starts in May.')
    await page.keyboard.press('Control+Enter')
    await expect(
      notificationOf(page, 'Your reply to Béatrice Nyirahabimana is on its way.'),
    ).toBeVisible()
    await expect(reply).toHaveValue('')
    const thread = page.getByRole('region', { name: 'Message and replies' })
    await expect(thread).toContainText('Taken by the mail server')
    await expect(page.getByRole('main')).toContainText('Resolved')
    // Both sides are also told of the message itself.
    const replies = mail.received.filter(({ text }) => text.includes(`Subject: Re: ${subject}`))
    expect(replies.map(({ to }) => to)).toEqual([['beatrice@example.rw']])
    expect(replies[0]?.text.replace(/=\r?\n/g, '')).toContain('It starts in May.')
    await expectAccessibleAtBothWidths(page)
  } finally {
    // The page asks for changes until it is left.
    await page.goto('about:blank')
    await own.stop()
    await mail.stop()
  }
})

test('an answer by email stands in the thread, which says that email proves no sender', async ({
  page,
  site,
}) => {
  const { call } = await signInAsAdmin(site.url)
  const { results } = await call('GET', '/website/contact-us/?search=grace.wanjiru')
  await openDashboard(page, `/dashboard/messages/${results[0].id}`)
  const answer = page
    .getByRole('region', { name: 'Message and replies' })
    .getByRole('listitem')
    .filter({ hasText: 'I have a cousin in Kimironko' })
  await expect(answer).toContainText('Came by email, which does not prove its sender.')
  await expectAccessible(page)
})

test('messages are marked in a batch on a phone, and the batch is undone', async ({
  page,
  site,
}) => {
  const full_name = 'Batch Sender'
  for (let count = 0; count < 3; count += 1) await writeMessage(site.url, { full_name })
  await page.setViewportSize({ width: 360, height: 800 })
  await openDashboard(page, '/dashboard/messages?search=Batch+Sender')
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByLabel('Select all on this page').first().check()
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await bar.getByRole('button', { name: 'Mark as' }).click()
  await page.getByRole('menuitem', { name: 'Resolved' }).click()
  await expect(stripOf(page, '3 messages are resolved now.')).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'Resolved' })).toHaveCount(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, '3 messages as before.')).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: 'New' })).toHaveCount(3)

  await rowsOf(page).first().getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: '(me)' }).click()
  await expect(rowsOf(page).filter({ hasText: 'Administrator' })).toHaveCount(1)
  await page.getByLabel('Select all on this page').first().check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, '3 messages deleted.')).toBeVisible()
  await expect(page.getByText('No messages match')).toBeVisible()
})

test('a message with a typed note is deleted without another question', async ({ page, site }) => {
  const { id, full_name } = await writeMessage(site.url)
  await openDashboard(page, `/dashboard/messages/${id}`)
  await page.getByLabel('New note').fill('Is answered by phone.')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/messages$/)
  await expect(stripOf(page, `The message of ${full_name} has been deleted.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('all messages that match are marked on every page, and the batch is undone later', async ({
  page,
  site,
}) => {
  const full_name = `Whole ${crypto.randomUUID().slice(0, 8)}`
  const ids: number[] = []
  for (let count = 0; count < 12; count += 1) {
    ids.push((await writeMessage(site.url, { full_name, email: `w${count}@example.rw` })).id)
  }
  const { call } = await signInAsAdmin(site.url)
  const spam = async () => {
    const query = new URLSearchParams({ search: full_name, status: 'SPAM' })
    return (await call('GET', `/website/contact-us/?${query}`)).total_items
  }
  const before = await spam()
  await page.setViewportSize({ width: 360, height: 800 })
  await openDashboard(page, `/dashboard/messages?search=${encodeURIComponent(full_name)}`)
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByLabel('Select all on this page').first().check()
  await page.getByRole('button', { name: 'Select all 12 that match' }).press('Enter')
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar).toContainText('12 selected')
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeHidden()
  await call('PATCH', `/admin/contacts/${ids[0]}/read/`, { is_read: true })
  await bar.getByRole('button', { name: 'Mark as' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Spam' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change 12 messages' })
  await expect(dialog).toContainText('All that match, on every page.')
  await expect(dialog).toContainText(/\d+ new.* → spam/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Change all' }).press('Enter')
  const outcome = page.getByRole('dialog', { name: 'What was changed' })
  await expect(outcome).toContainText('11 changed, 1 failed')
  await expect(outcome).toContainText(/This was changed at .+ by Administrator \(is read\)/)
  await expectAccessible(page)
  await outcome.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(stripOf(page, '11 messages are spam now.')).toBeVisible()
  expect(await spam()).toBeGreaterThanOrEqual(11)

  await page.getByRole('link', { name: 'Recent batches' }).click()
  const batch = rowOf(page, '11 messages')
  await expect(batch).toContainText('Spam')
  await batch.getByRole('button', { name: 'Actions for 11 messages' }).click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await expect(stripOf(page, /^11 messages restored/)).toBeVisible()
  expect(await spam()).toBe(before)
})

test.describe('a template', () => {
  test.use({ expectedErrors: /reply-templates/ })
  test('is refused with an unknown variable, made, edited and deleted', async ({ page }) => {
    await openDashboard(page, '/dashboard/messages')
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Title').fill('Laptops')
    await page.getByLabel('Text').fill('Dear {{nmae}}, we lend laptops.')
    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByText('There is no variable {{nmae}}.')).toBeVisible()
    await page.getByLabel('Text').fill('Dear {{name}}, we lend laptops.')
    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(notificationOf(page, 'Laptops has been saved.')).toBeVisible()
    await rowOf(page, 'Laptops').getByRole('button', { name: 'Laptops', exact: true }).click()
    await expectAccessible(page)
    await page.getByLabel('Title').fill('Laptops to lend')
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'Laptops to lend')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, 'Laptops')).toHaveCount(0)
  })
})

test('a message leads to what its sender has registered for', async ({ page, site }) => {
  const email = 'registered@example.rw'
  const { call } = await signInAsAdmin(site.url)
  const { results } = await call('GET', '/admin/events/?when=upcoming&ordering=starts_at')
  const { id, title } = results[0] as { id: number; title: string }
  const { form_token } = await (await fetch(`${site.url}/api/website/form-token/`)).json()
  const registration = { full_name: 'Sandrine Ingabire', email, form_token }
  await post(`${site.url}/api/website/events/${id}/registrations/`, registration)
  const message = await writeMessage(site.url, { email })
  await openDashboard(page, `/dashboard/messages/${message.id}`)
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/dashboard/events/${id}?search=registered%40example.rw`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, 'Sandrine Ingabire')).toBeVisible()
})

test('undoing a large batch tells how many messages have changed since', async ({ page }) => {
  test.slow()
  // One address writes 20 times in ten minutes: here they come from many, as a proxy tells.
  const site = await startServer({ TRUST_PROXY: '127.0.0.1' })
  try {
    const full_name = 'Large Batch'
    const { form_token } = await (await fetch(`${site.url}/api/website/form-token/`)).json()
    for (let count = 0; count < 201; count += 1) {
      const sent = await fetch(`${site.url}/api/website/contact-us/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${count % 250}`,
        },
        body: JSON.stringify({
          full_name,
          email: `large${count}@example.rw`,
          phone: '+250788000777',
          subject: `Question ${count}`,
          message: `When does the next cohort start? ${crypto.randomUUID()}`,
          form_token,
        }),
      })
      expect(sent.status).toBe(201)
    }
    const { call } = await signInAsAdmin(site.url)
    await page.goto(`${site.url}/dashboard/messages?search=Large+Batch&page_size=100`)
    await signIn(page)
    const bar = page.getByRole('region', { name: 'Selected messages' })
    for (const shown of [100, 100, 1]) {
      await expect(rowsOf(page)).toHaveCount(shown)
      const all = page.getByRole('checkbox', { name: 'Select all on this page' }).first()
      // The rows of the page before, which are selected, stay until these are loaded.
      await expect(all).not.toBeChecked()
      await all.check()
      if (shown === 100) await page.getByRole('link', { name: 'Next page' }).click()
    }
    await expect(bar).toContainText('201 selected')
    await bar.getByRole('button', { name: 'Mark as' }).click()
    await page.getByRole('menuitem', { name: 'Resolved' }).click()
    await expect(stripOf(page, '201 messages are resolved now.')).toBeVisible()
    const { results } = await call('GET', '/website/contact-us/?search=Large+Batch&page_size=1')
    await call('PATCH', `/admin/contacts/${results[0].id}/read/`, { is_read: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    const told = '200 messages as before. 1 changed since and were left.'
    await expect(stripOf(page, told)).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})

import { post } from './support/calls.ts'
import { notificationOf, openDashboard, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { writeMessage } from './support/messages.ts'
import { admin } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'messages are answered' })

test.describe('a half-written reply', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })
  test('survives a reload, another page and a lost connection', async ({ page, context, site }) => {
    const { id } = await writeMessage(site.url)
    await openDashboard(page, `/dashboard/messages/${id}`)
    const reply = page.getByRole('textbox', { name: /^To / })
    await reply.fill('Dear Béatrice, it')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.reload()
    await expect(reply).toHaveValue('Dear Béatrice, it')

    await reply.press('Control+End')
    await reply.pressSequentially(' starts')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL(/\/dashboard\/messages$/)
    await page.goBack()
    await expect(reply).toHaveValue('Dear Béatrice, it starts')

    await context.setOffline(true)
    await reply.press('Control+End')
    await reply.pressSequentially(' in May')
    await expect(page.getByText('The draft is not saved. No connection')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await context.setOffline(false)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.reload()
    await expect(reply).toHaveValue('Dear Béatrice, it starts in May')
  })
})

test('what is typed on while a reply is sent is the draft of the next', async ({ page, site }) => {
  const { id } = await writeMessage(site.url)
  await openDashboard(page, `/dashboard/messages/${id}`)
  const release = await keepBack(page, '**/replies/')
  const reply = page.getByRole('textbox', { name: /^To / })
  await reply.fill('It starts in May.')
  const sending = page.waitForRequest('**/replies/')
  await page.keyboard.press('Control+Enter')
  await sending
  await page.keyboard.type(' And one thing more')
  release()
  await expect(notificationOf(page, /^Your reply to Béatrice/)).toBeVisible()
  await expect(reply).toHaveValue('And one thing more')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(reply).toHaveValue('And one thing more')
  const thread = page.getByRole('region', { name: 'Message and replies' })
  await expect(thread).toContainText('It starts in May.')
  await expect(thread).not.toContainText('And one thing more')
})

test.describe('when the answer to a reply was lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('a second press sends no second email, and tells that it is sent', async ({
    page,
    site,
  }) => {
    const { id } = await writeMessage(site.url)
    await openDashboard(page, `/dashboard/messages/${id}`)
    await page.route(
      '**/replies/',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const reply = page.getByRole('textbox', { name: /^To / })
    await reply.fill('It starts in May.')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^No connection to the server/)).toBeVisible()
    // The thread is fetched anew, and with it the version that the reply has made.
    await expect(page.getByRole('region', { name: 'Message and replies' })).toContainText(
      'It starts in May.',
    )
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(notificationOf(page, /^Your reply to Béatrice/)).toBeVisible()
    await expect(reply).toHaveValue('')
    const { call } = await signInAsAdmin(site.url)
    expect((await call('GET', `/admin/contacts/${id}/`)).replies).toHaveLength(1)
  })
})

test('a colleague is seen replying, and their reply arrives before mine is sent', async ({
  page,
  site,
}) => {
  const { id, subject } = await writeMessage(site.url)
  const { call } = await signInAsAdmin(site.url)
  const colleague = { email: 'keza@huza.example', password: admin.password }
  const named = { ...colleague, name: 'Keza Ingabire', role: 'RECRUITER' }
  await call('POST', '/admin/users/', { ...named, current_password: admin.password })
  const { access } = await post(`${site.url}/api/auth/login/`, colleague)
  const asColleague = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const url = `${site.url}/api/admin/contacts/${id}/${path}`
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    expect(response.ok).toBe(true)
  }
  await openDashboard(page, `/dashboard/messages/${id}`)
  const mine = page.getByRole('textbox', { name: /^To / })
  await mine.fill('Mine')
  const place = await mine.boundingBox()
  await asColleague('PUT', 'draft/', { text: 'Dear', is_typing: true, replaces: null })
  await expect(page.getByText('Keza Ingabire is replying now.')).toBeVisible()
  expect(await mine.boundingBox()).toEqual(place)
  const { updated_at } = await call('GET', `/admin/contacts/${id}/`)
  const text = 'In May, says Keza.'
  await asColleague('POST', 'replies/', {
    text,
    status: 'RESOLVED',
    expected_updated_at: updated_at,
  })
  await expect(page.getByText('Keza Ingabire has replied: see above.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Message and replies' })).toContainText(text)
  await expect(page.getByText('is replying now.')).toBeHidden()
  await expect(mine).toHaveValue('Mine')

  await page.getByLabel('New note').fill('Keza was faster.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Administrator')
  await page.getByRole('button', { name: 'Mark as' }).click()
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(stripOf(page, `${subject} is in progress now.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, '1 message as before.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Resolved')
})

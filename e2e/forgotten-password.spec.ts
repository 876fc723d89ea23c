import { startMailServer } from '../src/testing/mail-server.ts'
import { mimePart } from '../src/testing/mime.ts'
import { emailField } from './support/dashboard.ts'
import { tabTo } from './support/keyboard.ts'
import { admin, startServer } from './support/server.ts'
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts'

test('who has forgotten the password chooses a new one by the link of an email, by keyboard', async ({
  page,
}) => {
  test.slow()
  const mail = await startMailServer()
  const own = await startServer({ SMTP_URL: mail.url })
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(request.url(), ...Object.values(request.headers()))
  })
  try {
    await page.goto(`${own.url}/login`)
    await page.getByRole('link', { name: 'Password forgotten?' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Password forgotten' })).toBeFocused()
    await page.getByRole('link', { name: 'Back to signing in' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused()
    await page.getByRole('link', { name: 'Password forgotten?' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Password forgotten' })).toBeFocused()
    await tabTo(page, /^Email/)
    await page.keyboard.type(admin.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('If there is an account')).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await expect.poll(() => mail.received.length).toBe(1)
    const text = mimePart(mail.received[0]?.text ?? '', 'text/plain') ?? ''
    const [, token = ''] = /\/login#reset=(\S+)/.exec(text) ?? []
    expect(token).not.toBe('')

    await page.goto('about:blank')
    await page.goto(`${own.url}/login#reset=${token}`)
    await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    const password = page.getByRole('textbox', { name: 'New password' })
    await password.fill('four words in a row')
    await password.press('Enter')
    await expect(page.getByText('Your password is set.')).toBeVisible()
    expect(sent.filter((value) => value.includes(token))).toEqual([])
    await expect(emailField(page)).toHaveValue(admin.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('four words in a row')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    await page.goto('about:blank')
    await own.stop()
    await mail.stop()
  }
})

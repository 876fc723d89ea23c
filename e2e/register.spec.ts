import { startCuttingProxy } from './support/cutting-proxy.ts'
import { fakePdfFile, pdfFile } from './support/files.ts'
import { answerFileChoosers, tabTo } from './support/keyboard.ts'
import {
  chooseResume,
  emptyProblems,
  expectKept,
  field,
  fillForm,
  form,
  openForm,
  registerButton,
  resumeInput,
  skillsInput,
  talentsOf,
  thanks,
} from './support/registration.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test('a talent comes from the services page, registers with a resume and gets a confirmation', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  await page.goto('/services?for=talents')
  await page.getByRole('link', { name: 'Register On Platform', exact: true }).click()
  await expect(page).toHaveTitle(/^Register as a Talent/)
  await fillForm(page, email, 'React, node.js,REACT, Figma')
  await form(page).getByRole('button', { name: 'Add French' }).click()
  await form(page).getByRole('button', { name: 'Remove node.js' }).click()
  await chooseResume(page, await pdfFile())
  await registerButton(page).click()
  await expect(thanks(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('registered')
  const staff = await signInAsAdmin(site.url)
  expect(await talentsOf(staff, email)).toMatchObject([
    { email, skills: ['React', 'French', 'Figma'], resume: { name: 'aline-resume.pdf' } },
  ])
  await page.reload()
  await expect(thanks(page)).toBeVisible()
})

test('every invalid field shows its error at once, and the first gets the focus', async ({
  page,
}) => {
  await openForm(page)
  await registerButton(page).click()
  for (const problem of emptyProblems) await expect(form(page).getByText(problem)).toBeVisible()
  await expect(field(page, 'First name')).toBeFocused()
  await field(page, 'First name').fill('Aline')
  await expect(form(page).getByText('First name is required')).toBeHidden()
  await skillsInput(page).fill('React,')
  await expect(form(page).getByText('Please name at least one skill')).toBeHidden()
  await form(page).getByRole('radio', { name: 'Lead' }).check()
  await expect(form(page).getByText('Please choose your level')).toBeHidden()
})

test('a suggested skill passes the focus on, and counts as filled in', async ({ page }) => {
  await openForm(page)
  const added = form(page).getByRole('list', { name: 'Added' })
  const suggestions = form(page).getByRole('group', { name: 'Suggestions' }).getByRole('button')
  const count = await suggestions.count()
  await suggestions.first().focus()
  for (let picked = 1; picked <= count; picked += 1) {
    await page.keyboard.press('Enter')
    await expect(added.getByRole('listitem')).toHaveCount(picked)
  }
  await expect(skillsInput(page)).toBeFocused()
  const away = page.getByRole('banner').getByRole('link', { name: 'Services', exact: true })
  await away.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your registration?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  while (await added.isVisible()) await added.getByRole('button').first().click()
  await away.click()
  await expect(page).toHaveURL('/services')
})

test.describe('an error from the server', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('is shown at its field, and keeps the typed values', async ({ page, site }) => {
    const email = uniqueEmail()
    await openForm(page)
    await fillForm(page, email)
    await chooseResume(page, fakePdfFile())
    await registerButton(page).click()
    await expect(form(page).getByText('Resume must be a PDF, DOC or DOCX file')).toBeVisible()
    await expect(resumeInput(page)).toBeFocused()
    await expectKept(page, email)
    await chooseResume(page, await pdfFile())
    await registerButton(page).click()
    await expect(thanks(page)).toBeVisible()

    await openForm(page)
    await fillForm(page, email.toUpperCase())
    await chooseResume(page, await pdfFile())
    await registerButton(page).click()
    await expect(form(page).getByText(/^This email is registered already/)).toBeVisible()
    await expect(field(page, 'Email')).toBeFocused()
    expect(await talentsOf(await signInAsAdmin(site.url), email)).toHaveLength(1)
    await page.goto('about:blank')
  })
})

test('a resume that takes long to be read is sent all the same', async ({ page }) => {
  await page.addInitScript(() => {
    File.prototype.arrayBuffer = () => new Promise(() => {})
  })
  await openForm(page)
  await fillForm(page, uniqueEmail())
  await resumeInput(page).setInputFiles(await pdfFile())
  await registerButton(page).click()
  await expect(thanks(page)).toBeFocused()
})

test.describe('on a bad connection', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('being offline loses nothing, and a retry succeeds', async ({ page }) => {
    const email = uniqueEmail()
    await openForm(page)
    await fillForm(page, email)
    await chooseResume(page, await pdfFile())
    await page.context().setOffline(true)
    await registerButton(page).click()
    await expect(page.getByText(/You are offline/)).toBeVisible()
    await expectKept(page, email)
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(thanks(page)).toBeFocused()
  })

  test('a lost response leads to one registration, and leaving before it arrives asks first', async ({
    page,
    site,
  }) => {
    await using proxy = await startCuttingProxy(site.url)
    const email = uniqueEmail()
    await openForm(page, `${proxy.url}/register`)
    await fillForm(page, email)
    await chooseResume(page, await pdfFile('long.pdf', 300_000))
    proxy.holdAnswers()
    await registerButton(page).click()
    await expect(page.getByText('Sent. Waiting for the answer...')).toBeVisible()
    await page.getByRole('banner').getByRole('link').first().click()
    const dialog = page.getByRole('dialog', { name: 'Stop sending your registration?' })
    await dialog.getByRole('button', { name: 'Keep sending' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/It may have arrived all the same/).first()).toBeVisible()
    const staff = await signInAsAdmin(site.url)
    await expect.poll(() => talentsOf(staff, email)).toHaveLength(1)

    proxy.heal()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(thanks(page)).toBeFocused()
    expect(await talentsOf(staff, email)).toHaveLength(1)
    await page.goto('about:blank')
  })
})

for (const width of [360, 1280]) {
  test(`every state is accessible and fits a screen of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await openForm(page)
    await check()
    await registerButton(page).click()
    await expect(form(page).getByText(emptyProblems[0] as string)).toBeVisible()
    await check()
    await fillForm(page, uniqueEmail(), `${'a-very-long-skill-'.repeat(2)}, React, Figma,`)
    await chooseResume(page, await pdfFile(`${'a-very-long-name-'.repeat(8)}.pdf`))
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(
      page.getByRole('dialog', { name: 'Leave without sending your registration?' }),
    ).toBeVisible()
    await check()
    await page.keyboard.press('Escape')
    await registerButton(page).click()
    await expect(thanks(page)).toBeFocused()
    await check()
  })
}

test('a registration can be sent by keyboard alone', async ({ page, site }) => {
  const email = uniqueEmail()
  answerFileChoosers(page, await pdfFile())
  await openForm(page)
  await field(page, 'First name').focus()
  const inOrder = ['Aline', 'Uwase', email, '+250788123456', 'Kigali', '', 'Support specialist']
  for (const text of inOrder) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await tabTo(page, 'Skills')
  await page.keyboard.type('Zendesk')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Swahili, Excell')
  for (const _ of 'Excell') await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(form(page).getByRole('list', { name: 'Added' })).toHaveText('Zendesk')
  await page.keyboard.type('French')
  await page.keyboard.press('Tab')
  await tabTo(page, 'Junior')
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByRole('radio', { name: 'Mid-level' })).toBeChecked()
  await tabTo(page, 'Years of experience')
  await page.keyboard.type('3')
  for (const [label, emails] of [
    ['When could you start?', 'Right'],
    ['How do you want to work?', 'Remote'],
  ] as const) {
    while (!(await field(page, label).evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.type(emails)
  }
  await tabTo(page, 'Resume')
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('aline-resume.pdf')).toBeVisible()
  await tabTo(page, /^I agree/)
  await page.keyboard.press('Space')
  await tabTo(page, 'Register')
  await page.keyboard.press('Enter')
  await expect(thanks(page)).toBeFocused()
  const [talent] = await talentsOf(await signInAsAdmin(site.url), email)
  expect(talent?.skills).toEqual(['Zendesk', 'French'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

  test('every error is shown at its field, typed values stay, and a valid form gets a confirmation', async ({
    page,
    site,
  }) => {
    const email = uniqueEmail()
    await page.goto('/register')
    await registerButton(page).click()
    for (const problem of emptyProblems) await expect(form(page).getByText(problem)).toBeVisible()
    await expect(form(page).getByRole('alert').first()).toHaveText(
      'Please check the marked fields.',
    )

    await fillForm(page, email)
    await field(page, 'Years of experience').fill('many')
    await resumeInput(page).setInputFiles(await pdfFile('large.pdf', 11_000_000))
    await registerButton(page).click()
    await expect(form(page).getByText('Resume must be 10MB or smaller')).toBeVisible()
    await expect(form(page).getByText(/^Please enter a whole number of years/)).toBeVisible()
    await expect(field(page, 'Years of experience')).toHaveValue('many')
    await expect(skillsInput(page)).toHaveValue('Customer support, French')
    await field(page, 'Years of experience').fill('4')
    await expectKept(page, email)

    await field(page, 'Email').fill('aline@example')
    await resumeInput(page).setInputFiles(await pdfFile())
    await registerButton(page).click()
    await expect(form(page).getByText('Please enter a valid email')).toBeVisible()
    await expect(form(page).getByText('Please choose your resume again')).toBeVisible()
    await field(page, 'Email').fill(email)
    await resumeInput(page).setInputFiles(await pdfFile())
    await registerButton(page).click()
    await expect(thanks(page)).toBeVisible()
    expect(await talentsOf(await signInAsAdmin(site.url), email)).toMatchObject([
      { skills: ['Customer support', 'French'], resume: { name: 'aline-resume.pdf' } },
    ])
  })
})

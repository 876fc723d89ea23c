import { docxFile, pdfFile } from './support/files.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, hydrate, openHydrated, settled, test } from './support/test.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillDetails,
  fillWizard,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

test('a talent applies with a PDF, and gets a confirmation with a summary', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  await openWizard(page)
  await chooseCohort(page, 'Kigali Web Cohort 12')
  await chooseTechStack(page, 'REACT DEVELOPMENT')
  await fillDetails(page, email, await pdfFile())
  await page.getByRole('radio', { name: 'Beginner 0-1 years' }).check()
  await page.getByLabel('Motivation').fill('I want to build what my town needs.')
  await submitButton(page).click()

  await expectSubmitted(page)
  await expect(page.getByText('Application created successfully!')).toBeVisible()
  await expect(
    page.getByText(
      "Thank you for applying to join our program. We'll review your application and get back to you within 2-3 business days.",
    ),
  ).toBeVisible()
  for (const text of ['Kigali Web Cohort 12', 'React Development', '13 weeks']) {
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
  }
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toMatchObject([
    { email, tech_stack: 'react-js', level: 'BEGINER', resume: { name: 'aline-resume.pdf' } },
  ])
})

test('who looks at the cohorts again sees that a spot is taken', async ({ page }) => {
  await openWizard(page)
  const spots = page.getByText(/^\d+ spots? remaining$/).last()
  const before = Number.parseInt((await spots.textContent()) ?? '', 10)
  await chooseCohort(page)
  await chooseTechStack(page)
  await fillDetails(page, uniqueEmail(), await pdfFile())
  await submitButton(page).click()
  await expectSubmitted(page)
  await page.getByRole('banner').getByRole('link', { name: 'Apply Now' }).click()
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeVisible()
  await expect(spots).toHaveText(new RegExp(`^${before - 1} spots? remaining$`))
})

test('an application of a bot gets the usual confirmation, and is stored as rejected', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  const token = page.waitForResponse('**/api/website/form-token/')
  await fillWizard(page, email, await pdfFile())
  expect((await token).status()).toBe(200)
  const honeypot = page.getByRole('form', { name: 'Personal details' }).locator('[name=website]')
  await honeypot.evaluate((field: HTMLInputElement) => {
    field.value = 'https://a.example'
  })
  await submitButton(page).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toMatchObject([{ email, status: 'REJECTED' }])
})

test('a talent applies with a Word document', async ({ page, site }) => {
  const email = uniqueEmail()
  await fillWizard(page, email, docxFile())
  await submitButton(page).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toMatchObject([
    { resume: { name: 'aline-resume.docx' } },
  ])
})

test('a resume of another type is rejected at once, and keeps the chosen one', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const program = {
    name: 'resume.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('x'),
  }
  await page.getByLabel('Resume').setInputFiles(program)
  await expect(page.getByText('Resume must be a PDF, DOC or DOCX file')).toHaveCount(2)
  await expect(page.getByText('aline-resume.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('Resume')).toBeFocused()
  await submitButton(page).click()
  await expect(page.getByRole('alert').getByText('Resume is required')).toBeVisible()
})

test('invalid fields show their errors and notifications, and the first gets the focus', async ({
  page,
}) => {
  await fillWizard(page, 'aline@example', await pdfFile())
  await page.getByLabel('Date of birth').fill('2015-01-01')
  await page.getByLabel('National ID').fill('a_b')
  await submitButton(page).click()
  for (const message of [
    'Please enter a valid email',
    'You must be at least 18 years old',
    'Invalid National ID format',
  ]) {
    await expect(page.getByRole('alert').getByText(message)).toBeVisible()
    await expect(page.getByRole('form').getByText(message)).toBeVisible()
  }
  await expect(page.getByLabel('Date of birth')).toBeFocused()
})

test('Submit is disabled until the key fields are filled', async ({ page }) => {
  await openWizard(page)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await chooseCohort(page)
  await chooseTechStack(page)
  await expect(submitButton(page)).toBeDisabled()
  await fillDetails(page, uniqueEmail())
  await expect(submitButton(page)).toBeEnabled()
  await page.getByLabel('Last name').fill(' ')
  await expect(submitButton(page)).toBeDisabled()
})

test('Continue says what is missing, and Submit what is still needed', async ({ page }) => {
  await openWizard(page)
  const proceed = page.getByRole('button', { name: 'Continue' })
  const messageOf = (text: string) => ({
    inline: page.getByRole('main').getByText(text),
    notification: page.getByRole('alert').getByText(text),
  })
  const cohort = messageOf('Please select a cohort')
  await proceed.focus()
  await page.keyboard.press('Enter')
  await expect(cohort.inline).toBeVisible()
  await expect(cohort.notification).toBeVisible()
  await expect(proceed).toBeFocused()
  await chooseCohort(page)
  await expect(cohort.notification).toBeHidden()

  const techStack = messageOf('Please select a tech stack')
  await expect(techStack.inline).toBeHidden()
  await proceed.focus()
  await page.keyboard.press('Enter')
  await expect(techStack.inline).toBeVisible()
  await expect(techStack.notification).toBeVisible()
  await chooseTechStack(page)

  const needed = page.getByText(/^Still needed:/)
  await expect(needed).toContainText('First name, Last name, Date of birth')
  await submitButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form').getByText('Gender is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await fillDetails(page, uniqueEmail(), await pdfFile())
  await expect(needed).toBeHidden()
  await expect(page.getByText('Please check the marked fields.')).toHaveCount(0)
})

test('a tech stack is chosen by a press anywhere on its card', async ({ page }) => {
  await openWizard(page)
  await chooseCohort(page)
  // A click of Playwright's own would wait until the button above the text is gone.
  const text = page.getByText('Comfort with a command line')
  await text.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await text.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page.getByRole('heading', { name: 'Personal Details & Resume' })).toBeFocused()
  await expect(page.getByText(/Python Backend Development$/)).toBeVisible()
})

for (const [clock, days] of [
  ['fast', 4000],
  ['slow', -4000],
] as const) {
  test(`by a ${clock} clock the same cohorts are open as by the server's`, async ({ page }) => {
    const select = page.getByRole('button', { name: /^Select / })
    const over = page.getByText('Application deadline has passed')
    await page.goto('/cohort-application?page=9')
    await expect(select.first()).toBeVisible()
    const counts = [await select.count(), await over.count()]
    expect(Math.min(...counts)).toBeGreaterThan(0)

    await page.clock.install({ time: Date.now() + days * 86_400_000 })
    await openWizard(page, '/cohort-application?page=9')
    await settled(page)
    expect([await select.count(), await over.count()]).toEqual(counts)

    await openHydrated(page, '/services')
    await page.getByRole('banner').getByRole('link', { name: 'Apply Now' }).click()
    await expect(page.getByText(/^Page 1 of/)).toBeVisible()
    await chooseCohort(page)
  })
}

test('a deadline that passes while the page lies open has passed once that is used', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/cohort-application?page=9')
  const select = page.getByRole('button', { name: /^Select / })
  await expect(select.first()).toBeVisible()
  await page.clock.fastForward(4000 * 86_400_000)
  await hydrate(page)
  await expect(select).toHaveCount(0)
  await expect(page.getByText('Application deadline has passed').first()).toBeVisible()
})

test('a cohort that takes nobody shows all of its facts', async ({ page }) => {
  await openWizard(page)
  const closed = page.getByRole('listitem').filter({ hasText: 'Application deadline has passed' })
  for (const fact of ['Application deadline', 'Duration', 'Availability']) {
    await expect(closed.first().getByRole('term').filter({ hasText: fact })).toBeVisible()
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the first open cohort is on the second screen at the latest, and closed ones unfold', async ({
    page,
  }) => {
    await openWizard(page)
    const first = page.getByRole('button', { name: /^Select/ }).first()
    const { y, height } = (await first.boundingBox()) ?? { y: Infinity, height: 0 }
    expect(y + height).toBeLessThan(2 * 740)
    const closed = page.getByRole('group').filter({ hasText: 'Application deadline has passed' })
    await expect(closed.getByText('Duration')).toBeHidden()
    await closed.getByText('Application deadline has passed').first().click()
    await expect(closed.getByText('Duration')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeVisible()
  })

  test('prerequisites are shown, the step is named, and a file is chosen, not dropped', async ({
    page,
  }) => {
    await openWizard(page)
    await chooseCohort(page)
    const main = page.getByRole('main')
    await expect(main.getByText('Step 2 of 4').first()).toBeVisible()
    await expect(main.getByText('Comfort with a command line')).toBeVisible()
    await chooseTechStack(page)
    await expect(main.getByText('Step 3 of 4').first()).toBeVisible()
    await expect(page.getByText(/^Still needed:/)).toBeVisible()
    await expect(main.getByText('Choose your resume')).toBeVisible()
    await expect(main.getByText('Drop your resume here')).toBeHidden()
  })

  test('Apply is in reach on every page, also further down', async ({ page }) => {
    for (const path of ['/', '/services', '/insights']) {
      await page.goto(path)
      const apply = page.getByRole('banner').getByRole('link', { name: 'Apply Now' })
      await expect(apply).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
      await expect(apply).toBeInViewport({ ratio: 1 })
    }
  })
})

import { stopClock } from './support/clock.ts'
import {
  apply,
  colleagueSeen,
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  signIn,
} from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'

test.use({ changesForGood: 'certificates', expectedErrors: /400.*certificates/ })

const cohortName = 'Rubavu Design Cohort 1'

test('a whole cohort is issued after every name was looked at, by keyboard', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { results } = await staff.call('GET', '/website/cohorts/?status=all&page_size=100')
  const { id } = results.find(({ name }: { name: string }) => name === cohortName)
  const path = `/admin/certificates/cohorts/${id}/`
  const before = await staff.call('GET', path)
  const [first, second, third] = before.results
  const others = before.results.length - 1

  await openDashboard(page, '/dashboard/certificates')
  await page.getByRole('link', { name: 'Issue a cohort' }).click()
  await page.getByLabel('Cohort', { exact: true }).selectOption(cohortName)
  await expect(page.getByText(/^This cohort goes on until/)).toBeVisible()
  const ended = { start: '2026-01-05', end: '2026-04-03', deadline: null }
  await staff.call('PATCH', `/admin/cohorts/${id}/`, ended)
  await page.goto('/dashboard')
  const card = page.getByRole('link', { name: /^Certificates to issue/ })
  await expect(card).toContainText(/For \d ended cohorts?/)
  await card.click()
  const select = page.getByLabel('Cohort', { exact: true })
  const waiting = select.locator('optgroup').first()
  await expect(waiting).toHaveAttribute('label', 'Wait for certificates')
  const option = waiting.getByText(`${cohortName} (${before.results.length})`)
  await select.selectOption(await option.getAttribute('value'))
  const nameOf = (one: { email: string }) => page.getByLabel(`Name of ${one.email}`)
  await nameOf(first).fill('李明')
  await expect(page.getByText('We cannot print Chinese letters')).toBeVisible()
  await page.getByLabel(`Issue to ${second.full_name}`).uncheck()
  await nameOf(first).press('Enter')
  await expect(nameOf(third)).toBeFocused()
  await page.getByLabel(`Issue to ${second.full_name}`).check()
  await nameOf(first).press('Enter')
  await expect(nameOf(second)).toBeFocused()
  await page.keyboard.type("Noëlla O'İpek")
  await page.keyboard.press('ArrowDown')
  await expect(nameOf(third)).toBeFocused()
  await page.getByLabel(`Issue to ${third.full_name}`).uncheck()

  await page.getByRole('button', { name: /^Issue \d+ certificates$/ }).click()
  await expect(page.getByText(/^1 certificate cannot be printed so/)).toBeVisible()
  await expect(nameOf(first)).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Somebody looks up an application meanwhile; what was proofread is still there.
  await page.getByRole('link', { name: 'All certificates' }).click()
  await expect(rowOf(page, 'Divine Ingabire')).toBeVisible()
  await page.goBack()
  await expect(nameOf(second)).toHaveValue("Noëlla O'İpek")
  await nameOf(first).fill('Li Ming')
  await page.getByRole('button', { name: `Issue ${others} certificates` }).click()
  const question = page.getByRole('dialog', { name: `Issue ${others} certificates?` })
  await question.getByRole('button', { name: `Issue ${others} certificates` }).click()
  await expect(
    page.getByRole('heading', { name: `${others} certificates are issued` }),
  ).toBeFocused()

  await page.getByRole('button', { name: 'Back to the names' }).click()
  await expect(page.getByText(/^Has \d{4}-/)).toHaveCount(others)
  await page.getByRole('link', { name: 'All certificates' }).click()
  await page.getByLabel('Search certificates').fill('ipek')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, "Noëlla O'İpek")).toContainText(cohortName)
})

test('the issue of a cohort leads back to the certificates as they were filtered', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/certificates?search=divine')
  await page.getByRole('link', { name: 'Issue a cohort' }).click()
  await page.getByLabel('Cohort', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('link', { name: 'All certificates' }).click()
  await expect(page).toHaveURL(/\/certificates\?search=divine$/)
})

test('after some are issued, the course and who is left out stay as they were', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.createCohort({ name: 'Partly Issued Cohort' })
  for (const first_name of ['Ada', 'Bea', 'Cleo']) {
    const applied = await apply(site.url, { cohort: id, first_name })
    await staff.call('POST', `/website/application/${applied.id}/change-status/`, {
      status: 'ACCEPTED',
    })
  }
  const ended = { start: '2026-01-05', end: '2026-04-03', deadline: null }
  await staff.call('PATCH', `/admin/cohorts/${id}/`, ended)
  await openDashboard(page, `/dashboard/certificates/issue?cohort=${id}`)
  await page.getByLabel('Course', { exact: true }).fill('Web Engineering')
  await page.getByLabel('Issue to Bea Uwase').uncheck()
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click()
  const question = page.getByRole('dialog', { name: 'Issue 2 certificates?' })
  await question.getByRole('button', { name: 'Issue 2 certificates' }).click()
  await page.getByRole('button', { name: 'Back to the names' }).click()
  await expect(page.getByText(/^Has \d{4}-/)).toHaveCount(2)
  await expect(page.getByLabel('Issue to Bea Uwase')).not.toBeChecked()
  await page.getByLabel('Issue to Bea Uwase').check()
  await expect(page.getByLabel('Course', { exact: true })).toHaveValue('Web Engineering')
  await expect(page.getByLabel(/^Course of /)).toHaveValue('Web Engineering')
})

test('who is accepted while names are read gets no certificate before theirs is ticked', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.createCohort({ name: 'Cohort of Late Acceptances' })
  const applicants = []
  for (const first_name of ['Ada', 'Bea', 'Cleo']) {
    applicants.push(await apply(site.url, { cohort: id, first_name }))
  }
  const [ada, bea, cleo] = applicants
  const accept = (one: { id: number } | undefined) =>
    staff.call('POST', `/website/application/${one?.id}/change-status/`, { status: 'ACCEPTED' })
  // After any certificate of a colleague, the list is loaded anew.
  const issueAnother = (email: string) =>
    staff.call('POST', '/admin/certificates/', {
      full_name: 'Jean Habimana',
      email,
      course: 'Go',
      cohort: 'Another cohort',
      start: '2026-01-05',
      end: '2026-04-03',
    })
  await accept(cleo)
  const ended = { start: '2026-01-05', end: '2026-04-03', deadline: null }
  await staff.call('PATCH', `/admin/cohorts/${id}/`, ended)
  const isFollowed = page.waitForRequest(/\/admin\/changes\/\?known=/)
  await openDashboard(page, `/dashboard/certificates/issue?cohort=${id}`)
  await expect(page.getByLabel('Issue to Cleo Uwase')).toBeChecked()
  await isFollowed

  await accept(ada)
  await issueAnother('another.one@example.rw')
  await expect(page.getByLabel('Issue to Ada Uwase')).not.toBeChecked()
  await expect(page.getByText('New here since you began. Tick it once it is read.')).toBeVisible()
  await page.getByLabel('Issue to Ada Uwase').check()
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click()
  const question = page.getByRole('dialog', { name: 'Issue 2 certificates?' })
  await expect(question).toBeVisible()
  await accept(bea)
  await issueAnother('another.two@example.rw')
  await expect(page.getByText('1 new since you began')).toBeAttached()
  await question.getByRole('button', { name: 'Issue 2 certificates' }).click()
  await page.getByRole('button', { name: 'Back to the names' }).click()
  await expect(page.getByText(/^Has \d{4}-/)).toHaveCount(2)
  await expect(page.getByLabel('Issue to Bea Uwase')).toBeVisible()
})

test.describe('a certificate that a colleague corrects at the same time', () => {
  test.use({ expectedErrors: /409.*certificates/ })

  test('is revoked once the correction was seen', async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const { id } = await staff.call('POST', '/admin/certificates/', {
      course: 'Go',
      cohort: 'Cohort to correct',
      start: '2026-01-05',
      end: '2026-04-03',
      full_name: 'Jeanne Habimana',
      email: 'corrected.one@example.rw',
    })
    await openDashboard(page, `/dashboard/certificates/${id}`)
    await page.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('textbox', { name: 'Reason' }).fill('The name is wrong')
    const path = `/admin/certificates/${id}/`
    const seen = colleagueSeen(page, path, (row) => 'version' in row && row.version === 2)
    await staff.call('PATCH', path, { full_name: 'Jeannette Habimana', send_email: false })
    await seen
    const revoke = question.getByRole('button', { name: 'Revoke certificate' })
    await revoke.click()
    await expect(question.getByRole('alert')).toContainText('by Administrator (full name)')
    await expect(question).toHaveAccessibleName('Revoke the certificate of Jeannette Habimana?')
    expect((await staff.call('GET', path)).status).not.toBe('REVOKED')
    await revoke.click()
    await expect(question).toHaveCount(0)
    expect((await staff.call('GET', path)).status).toBe('REVOKED')
  })
})

test('a certificate is corrected, sent again and revoked, and its history tells', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const right = { course: 'Go', cohort: 'Cohort to revoke', start: '2026-01-05', end: '2026-04-03' }
  const { id, number } = await staff.call('POST', '/admin/certificates/', {
    ...right,
    full_name: 'Jean Habimana',
    email: 'revoked.one@example.rw',
  })
  await openDashboard(page, `/dashboard/certificates/${id}`)
  await page.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('李明')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('We cannot print Chinese letters')).toBeVisible()
  await dialog.getByLabel('Name').fill('Jean de Dieu Habimana')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${number}, version 2`)).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(notificationOf(page, /^The email to revoked\.one@/)).toBeVisible()

  await page.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: /^Revoke the certificate of/ })
  await question.getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(question.getByText('Please enter a reason')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('textbox', { name: 'Reason' }).fill("He hasn't finished yet")
  await question.getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(question).toHaveCount(0)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText("He hasn't finished yet")
  await expect(page.getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Issue anew' })).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Issue anew' }).click()
  await expect(dialog.getByLabel('Cohort')).toHaveValue(right.cohort)
  await dialog.getByLabel('Name').fill('Jean de Dieu Habimana İpek')
  await dialog.getByRole('button', { name: 'Create certificate' }).click()
  await expect(notificationOf(page, /Jean de Dieu Habimana İpek has been saved/)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`/${id}$`))
  await expect(page.getByRole('button', { name: 'Correct' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('de dieu habimana')
  await expect(page.getByRole('option', { name: `${number}, revoked` })).toBeVisible()
  const { results } = await staff.call('GET', '/admin/certificates/?search=revoked.one')
  expect(results).toMatchObject([
    { status: 'VALID', ...right },
    { status: 'REVOKED', number },
  ])
})

test('a certificate whose user has signed in again before it is issued leads to no other page', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const path = '/admin/certificates/'
  const { id } = await staff.call('POST', path, {
    full_name: 'Chantal Habimana',
    email: 'signed.out@example.rw',
    course: 'Go',
    cohort: 'Cohort to sign out',
    start: '2026-01-05',
    end: '2026-04-03',
  })
  await staff.call('POST', `${path}${id}/revoke/`, { reason: 'The course is wrong' })
  await openDashboard(page, `/dashboard/certificates/${id}`)
  const release = await keepBack(page, `**${path}`, { method: 'POST' })
  await page.getByRole('button', { name: 'Issue anew' }).click()
  await page.getByRole('button', { name: 'Create certificate' }).click()
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await expect(page).toHaveURL(/\/login/)
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Issue anew' })).toBeVisible()
  await page.getByRole('link', { name: 'Talents', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/talents$/)
  release()
  await expect(notificationOf(page, /Chantal Habimana has been saved/)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/talents$/)
})

test.describe('the link to a revoked certificate', () => {
  test.use({ expectedErrors: /410/ })

  test('says so, and goes on saying so at home', async ({ page }) => {
    const detail = 'Your certificate 2026-K7WQ2M was revoked on 2 Mar 2026.'
    await page.route('**/api/students/certificate/**', (route) =>
      route.fulfill({ status: 410, json: { detail } }),
    )
    await stopClock(page)
    await openHydrated(page, '/certificate?email=aline@example.rw&signature=of-the-email')
    await page.clock.runFor(4_500)
    await expect(page.getByText('Failed to process certificate. Redirecting...')).toBeVisible()
    await page.clock.runFor(2_500)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/$/)
    await expect(notificationOf(page, detail)).toBeVisible()
  })
})

test('the rows of a file are checked before they are issued', async ({ page }) => {
  await openDashboard(page, '/dashboard/certificates')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import certificates' })
  const rows = [
    'Name;Email;Course;Cohort;Start;End',
    "Aline d'Uwase;imported@example.rw;Go;Cohort of a file;05/01/2026;2026-04-03",
    ';nobody@example.rw;Go;Cohort of a file;2026-01-05;2026-04-03',
  ]
  await dialog.getByLabel('List').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await dialog.getByText('1 not valid, left out').click()
  await expect(dialog.getByText('nobody@example.rw: Full name is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 1 certificate' }).click()
  const outcome = page.getByRole('dialog', { name: 'What was imported' })
  await expect(outcome.getByText('1 issued')).toBeVisible()
  await outcome.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, "Aline d'Uwase")).toBeVisible()
})

test('the audit log is filtered and read, and its export leaves a line', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const { id } = await staff.call('POST', '/admin/certificates/', {
    full_name: 'Audited One',
    email: 'audited@example.rw',
    course: 'Go',
    cohort: 'Audited',
    start: '2026-01-05',
    end: '2026-04-03',
  })
  await staff.call('PATCH', `/admin/certificates/${id}/`, { course: 'Java' })
  await openDashboard(page, `/dashboard/audit-log?target=certificate&search=${id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Changed: certificate' })
  await expect(dialog.getByText('course', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  await page.goto('/dashboard/audit-log?action=exported')
  await expect(rowsOf(page).first()).toContainText('audit log')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

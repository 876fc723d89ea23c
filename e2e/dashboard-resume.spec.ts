import { apply, openDashboard } from './support/dashboard.ts'
import { docxFile, pdfFile } from './support/files.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const list = '/dashboard/applications'

test('a PDF resume is shown in the page, and can be downloaded', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Resume Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id })
  await openDashboard(page, `${list}/${id}`)
  await expect(page.getByTitle('Resume: aline-resume.pdf')).toHaveAttribute(
    'src',
    // Without Chrome's thumbnails beside it.
    /^blob:.*#view=FitH&navpanes=0$/,
  )
  await expect(page.getByText('This PDF seems to be damaged.')).toHaveCount(0)
  // A browser without a viewer downloads what the frame shows, by another name.
  const downloading = page.waitForEvent('download', (download) =>
    download.suggestedFilename().endsWith('resume.pdf'),
  )
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('aline-resume.pdf')
})

test('a damaged PDF is named as such, and can still be downloaded', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Damaged Cohort' })
  const whole = await pdfFile()
  const text = whole.buffer.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7')
  const resume = { ...whole, buffer: Buffer.from(text, 'latin1') }
  const { id } = await apply(site.url, { cohort: cohort.id, resume })
  await openDashboard(page, `${list}/${id}`)
  await expect(page.getByText('This PDF seems to be damaged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('where a browser shows no PDFs in a page, the resume is offered as a download', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true }),
  )
  await openDashboard(page, `${list}/1`)
  await expect(page.getByText('This browser shows no PDFs in a page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('a resume from Word is shown as text', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Word Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id, resume: docxFile() })
  await openDashboard(page, `${list}/${id}`)
  await expect(page.getByRole('region', { name: 'Text of aline-resume.docx' })).toHaveText(
    'Aline Uwase, resume',
  )
})

test('the resume stays as it is when the tab comes back', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Reading Cohort' })
  const { id } = await apply(site.url, { cohort: cohort.id })
  await page.clock.install()
  await openDashboard(page, `${list}/${id}`)
  const resume = page.getByTitle('Resume: aline-resume.pdf')
  await expect(resume).toHaveAttribute('src', /^blob:/)
  const src = (await resume.getAttribute('src')) ?? ''
  await page.clock.fastForward('10:00')
  const isRefreshed = page.waitForResponse(`**/api/website/application/${id}/`)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await isRefreshed
  await page.evaluate(() => fetch('/healthz'))
  await expect(resume).toHaveAttribute('src', src)
})

import { oldWordOf } from '../src/testing/documents.ts'
import { apply, openDashboard, rowOf, rowsOf } from './support/dashboard.ts'
import { docxFile } from './support/files.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'

const list = '/dashboard/applications'

test('a word of a resume finds its applicant, and is shown where it stands', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Searched Cohort' })
  const text = 'For two years she led a team of five with Kubernetes at a bank in Kigali.'
  const resume = docxFile('aline-resume.docx', text)
  await apply(site.url, { cohort: cohort.id, last_name: 'Searched', resume })
  const found = '/website/application/?search_query=kubernetes'
  await expect.poll(async () => (await staff.call('GET', found)).total_items).toBe(1)

  await openDashboard(page, list)
  await expect(rowOf(page, 'Searched')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('KUBERN')
  await expect(rowsOf(page)).toHaveCount(1)
  const hit = page.getByText('In the resume:')
  await expect(hit).toHaveText(`In the resume: ${text}`)
  await expect(hit.locator('mark')).toHaveText('Kubernetes')
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(hit).toBeInViewport()
    await expectNoSidewaysScroll(page)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/list-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await rowOf(page, 'Searched').getByRole('link').focus()
  await page.keyboard.press('v')
  await expect(hit.locator('mark')).toHaveText('Kubernetes')
  await expect(page.getByRole('region', { name: 'Text of aline-resume.docx' })).toHaveText(text)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review.png` })
  await page.keyboard.press('l')
  await rowOf(page, 'Searched').getByRole('link').click()
  await expect(hit.locator('mark')).toHaveText('Kubernetes')
})

test('a resume from Word 97 is shown as text, and a broken one says so', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Old Word Cohort' })
  const send = async (name: string, buffer: Buffer) => {
    const resume = { name, mimeType: 'application/msword', buffer }
    return (await apply(site.url, { cohort: cohort.id, resume })).id
  }
  const document = oldWordOf([
    { text: 'Aline Uwase\rCaf\xe9 in ' },
    { text: 'Kigali', isUnicode: true },
  ])
  await openDashboard(page, `${list}/${await send('aline.doc', document)}`)
  const text = page.getByRole('region', { name: 'Text of aline.doc' })
  await expect(text).toHaveText('Aline Uwase\nCafé in Kigali', { useInnerText: true })
  const broken = Buffer.concat([
    document.subarray(0, 2_000),
    Buffer.from('WordDocument', 'utf16le'),
  ])
  await page.goto(`${list}/${await send('broken.doc', broken)}`)
  await expect(page.getByText('This document seems to be broken')).toBeVisible()
})

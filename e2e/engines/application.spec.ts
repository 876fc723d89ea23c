import { writeFile } from 'node:fs/promises'
import { pdfFile } from '../support/files.ts'
import { signInAsAdmin } from '../support/staff.ts'
import { uniqueEmail } from '../support/wizard.ts'
import { expect, test } from './test.ts'

test('a talent applies with a resume in four steps', async ({ visitor, site }, info) => {
  const email = uniqueEmail()
  const resume = await pdfFile()
  const path = info.outputPath(resume.name)
  await writeFile(path, resume.buffer)

  await visitor.open('/cohort-application')
  await visitor.press('button', 'Select Kigali Web Cohort 12')
  await visitor.seesHeading('Choose Your Tech Stack')
  await visitor.press('button', 'Select REACT DEVELOPMENT')
  await visitor.fill('First name', 'Aline')
  await visitor.fill('Last name', 'Uwase')
  await visitor.fill('Date of birth', '05/17/2002')
  await visitor.fill('National ID', '1200270000000101')
  await visitor.press('radio', 'Female')
  await visitor.fill('Email', email)
  await visitor.fill('Phone number', '+250788123456')
  await visitor.choose('Resume', path)
  await visitor.sees(resume.name)
  await visitor.press('button', 'Submit')
  await visitor.seesHeading('Application Submitted!')

  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toMatchObject([
    { email, resume: { name: resume.name } },
  ])
})

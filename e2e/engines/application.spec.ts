import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { pdfFile } from '../support/files.ts'
import type { TestServer } from '../support/server.ts'
import { signInAsAdmin } from '../support/staff.ts'
import { uniqueEmail } from '../support/wizard.ts'
import { expect, test } from './test.ts'
import type { createVisitor } from './visitor.ts'

test('a talent applies with a resume in four steps', async ({ visitor, site }, info) => {
  const email = uniqueEmail()
  const path = await saveResume(info)
  await visitor.open('/cohort-application')
  await choose(visitor)
  await fill(visitor, email)
  await visitor.choose('Resume', path)
  await visitor.sees(basename(path))
  await visitor.press('button', 'Submit')
  await visitor.seesHeading('Application Submitted!')
  await expectStored(site, email, path)
})

test('a link to a tech stack that is gone says so, and nothing of Continue', async ({
  visitor,
}) => {
  await visitor.openHydrated('/cohort-application?cohort=1&tech_stack=gone')
  await visitor.sees('This tech stack is not offered any more')
  await visitor.isNotTold('Please select a tech stack')
})

test.describe('without scripts', () => {
  test.use({ isScripted: false, expectedErrors: [/400/] })

  test('a talent applies with a resume, after an error', async ({ visitor, site }, info) => {
    const email = uniqueEmail()
    const path = await saveResume(info)
    await visitor.open('/cohort-application')
    await choose(visitor)
    await visitor.press('button', 'Submit')
    await visitor.sees('First name is required')
    await fill(visitor, email)
    await visitor.choose('Resume', path)
    await visitor.press('button', 'Submit')
    await visitor.seesHeading('Application Submitted!')
    await visitor.sees('Kigali Web Cohort 12')
    await expectStored(site, email, path)
  })
})

type Visitor = ReturnType<typeof createVisitor>

async function saveResume(info: TestInfo) {
  const resume = await pdfFile()
  const path = info.outputPath(resume.name)
  await writeFile(path, resume.buffer)
  return path
}

async function choose(visitor: Visitor) {
  await visitor.press('button', 'Select Kigali Web Cohort 12')
  await visitor.seesHeading('Choose Your Tech Stack')
  await visitor.press('button', 'Select REACT DEVELOPMENT')
  await visitor.seesHeading('Personal Details & Resume')
}

async function fill(visitor: Visitor, email: string) {
  await visitor.fill('First name', 'Aline')
  await visitor.fill('Last name', 'Uwase')
  await visitor.fill('Date of birth', '05/17/2002')
  await visitor.fill('National ID', '1200270000000101')
  await visitor.press('radio', 'Female')
  await visitor.fill('Email', email)
  await visitor.fill('Phone number', '+250788123456')
}

async function expectStored({ url }: TestServer, email: string, path: string) {
  const staff = await signInAsAdmin(url)
  expect(await staff.applicationsOf(email)).toMatchObject([
    { email, resume: { name: basename(path) } },
  ])
}

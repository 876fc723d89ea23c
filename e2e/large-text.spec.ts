import { publicPaths } from './support/crawl.ts'
import { pdfFile } from './support/files.ts'
import { expectReadable, setTextSize } from './support/large-text.ts'
import { openHydrated, test } from './support/test.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillDetails,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

// Larger text in the browser's settings, on a small phone.

const pages = [
  ...publicPaths.filter((path) => !/[:*]|\.ics$/.test(path)),
  '/insights/why-kigali-an-honest-answer',
  '/events/1',
  '/no-such-page',
]

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: /404.*no-such-page/,
})

for (const percent of [130, 200]) {
  test.describe(`with text at ${percent} %`, () => {
    test.beforeEach(async ({ page }) => {
      await setTextSize(page, percent)
    })

    test('no public page scrolls sideways or cuts text', async ({ page }) => {
      for (const path of pages) {
        await openHydrated(page, path)
        await expectReadable(page, path)
      }
    })

    test('no step of the application scrolls sideways or cuts text', async ({ page }) => {
      await openWizard(page)
      await expectReadable(page, 'cohort')
      await chooseCohort(page)
      await expectReadable(page, 'tech stack')
      await chooseTechStack(page)
      await expectReadable(page, 'details')
      await fillDetails(page, uniqueEmail(), await pdfFile())
      await submitButton(page).click()
      await expectSubmitted(page)
      await expectReadable(page, 'confirmation')
    })
  })
}

import { expect, test } from './test.ts'

test('an empty date looks empty, and a date like any other text', async ({ engine, visitor }) => {
  await visitor.open('/cohort-application')
  await visitor.press('button', 'Select Kigali Web Cohort 12')
  await visitor.press('button', 'Select REACT DEVELOPMENT')
  await visitor.seesHeading('About you')
  const colours = () => engine.run(coloursOfDate)
  await expect.poll(async () => (await colours()).date).toBe((await colours()).placeholder)
  await visitor.fill('Date of birth', '05/17/2002')
  await visitor.press('radio', 'Female')
  await expect.poll(async () => (await colours()).date).toBe((await colours()).text)
})

// The functions below run in the page.

function coloursOfDate() {
  const colourOf = (selector: string) =>
    getComputedStyle(document.querySelector(`main ${selector}`) as Element).color
  return {
    date: colourOf('input[type=date]'),
    text: colourOf('input[autocomplete=given-name]'),
    // Placeholders have the colour of hints; WebKit doesn't report a placeholder's own colour.
    placeholder: colourOf('form .text-muted'),
  }
}

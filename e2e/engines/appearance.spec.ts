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

test('the lines of a closed cohort stand apart on a small phone', async ({ engine, visitor }) => {
  await engine.resize(360, 740)
  await visitor.open('/cohort-application')
  await visitor.seesHeading('Select Cohort')
  await expect.poll(() => engine.run(partsOfClosedCohorts)).not.toEqual([])
  // A window of WebKit has a least width.
  await engine.run(() => {
    document.body.style.width = '360px'
  })
  const cohorts = await engine.run(partsOfClosedCohorts)
  for (const parts of cohorts) {
    for (const [index, one] of parts.entries()) {
      expect([one.text, one.left >= 0 && one.right <= 360]).toEqual([one.text, true])
      const over = parts.slice(index + 1).filter((other) => isOver(one, other))
      expect([one.text, over]).toEqual([one.text, []])
    }
  }
})

type Box = { text: string; left: number; right: number; top: number; bottom: number }

/** By more than what engines round. */
const isOver = (one: Box, other: Box) =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1

// The functions below run in the page.

/** The boxes of name, badge, arrow and lines of every closed cohort. */
function partsOfClosedCohorts() {
  return [...document.querySelectorAll('main details > summary')].map((summary) =>
    [...summary.querySelectorAll('h3 > *, summary > svg, summary > span > *')].map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return { text: part.textContent ?? '', left, right, top, bottom }
    }),
  )
}

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

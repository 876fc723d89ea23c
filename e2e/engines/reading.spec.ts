import { expect, test } from './test.ts'

test('a line break in the text of an article looks like any other space', async ({
  engine,
  visitor,
}) => {
  await visitor.open('/insights/why-kigali-an-honest-answer')
  await engine.run(scrollToText)
  const pictureWith = async (space: string) => {
    await engine.run(writeSpaces, space)
    return engine.screenshot()
  }
  // Retries until the page is stable: then the line break must make no difference.
  await expect.poll(async () => (await pictureWith('\n')).equals(await pictureWith(' '))).toBe(true)
})

// The functions below run in the page.

function scrollToText() {
  document.querySelector('.prose')?.scrollIntoView({ behavior: 'instant' })
}

function writeSpaces(space: string) {
  for (const paragraph of document.querySelectorAll('.prose p')) {
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '').replace(/\s+/g, space)
    }
  }
}

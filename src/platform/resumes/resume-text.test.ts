import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordEntries } from '#testing/documents.ts'
import { longestTurnDuring } from '#testing/event-loop.ts'
import { zipOf } from '#testing/zip.ts'
import { readWordText } from '../documents/word-text.ts'

const main = 'word/document.xml'

/** The text of a document with these paragraphs. */
const textOf = (body: string) => textIn(documentOf(body))

function documentOf(body: string) {
  const content = `<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  const entries = wordEntries().map((entry) =>
    entry.name === main ? { ...entry, content } : entry,
  )
  return zipOf(entries)
}

async function textIn(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'huza-word-'))
  try {
    await writeFile(join(folder, 'resume.docx'), bytes)
    const file = await open(join(folder, 'resume.docx'))
    return await readWordText(file).finally(() => file.close())
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.each([
  ['<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p>', 'One\nTwo'],
  ['<w:p><w:r><w:t xml:space="preserve">R &amp; D </w:t><w:t>now</w:t></w:r></w:p>', 'R & D now'],
  [
    '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br w:type="page"/><w:t>c</w:t></w:r></w:p>',
    'a\tb\nc',
  ],
  ['<w:p><w:r><w:instrText>PAGE</w:instrText><w:t/><w:delText>gone</w:delText></w:r></w:p>', ''],
  ['<w:p><mc:Fallback><w:t>twice</w:t></mc:Fallback><w:t>once &#233;</w:t></w:p>', 'once é'],
])('%s reads as %j', async (body, text) => {
  expect(await textOf(body)).toBe(text)
})

test('a document of nothing but opening brackets is read in no time', async () => {
  expect(await textOf('<'.repeat(1_000_000))).toBe('')
})

test.each([
  ['spaces', `<w:t>a${' '.repeat(90_000)}b</w:t>`],
  ['brackets', '<'.repeat(15_000_000)],
  ['elements', '<w:t></w:t>'.repeat(1_500_000)],
  ['paragraphs', '<w:t>word </w:t></w:p>'.repeat(900_000)],
  ['character references', `<w:t>${'&#65;'.repeat(3_000_000)}</w:t>`],
  ['tabs', '<w:tab/>'.repeat(2_000_000)],
])('a large document of %s holds up nobody', async (_, body) => {
  // Far above what a busy machine adds; the text in one go takes seconds.
  const bytes = documentOf(body)
  expect(await longestTurnDuring(() => textIn(bytes))).toBeLessThan(400)
})

test('a long text is cut', async () => {
  expect(await textOf(`<w:t>${'word '.repeat(1_000_000)}</w:t>`)).toHaveLength(99_999)
})

test('a reference to a bracket is text', async () => {
  expect(await textOf('<w:t>1 &#60; 2 &#x3E; 0</w:t>')).toBe('1 < 2 > 0')
})

test('a file that is no document is refused', async () => {
  await expect(textIn(Buffer.from('PK, but no zip'))).rejects.toThrow()
})

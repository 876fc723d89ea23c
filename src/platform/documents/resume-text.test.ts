import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordEntries } from '#testing/documents.ts'
import { zipOf } from '#testing/zip.ts'
import { readWordText } from './word-text.ts'

const main = 'word/document.xml'

/** The text of a document with these paragraphs. */
async function textOf(body: string) {
  const content = `<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`
  const entries = wordEntries().map((entry) =>
    entry.name === main ? { ...entry, content } : entry,
  )
  return textIn(zipOf(entries))
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

test('a file that is no document is refused', async () => {
  await expect(textIn(Buffer.from('PK, but no zip'))).rejects.toThrow()
})

import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compoundFile, compoundFileOf, oldWordOf } from '#testing/documents.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { readOldWordText } from './old-word-text.ts'

async function textIn(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'huza-word-'))
  try {
    await writeFile(join(folder, 'resume.doc'), bytes)
    const file = await open(join(folder, 'resume.doc'))
    return await readOldWordText(file).finally(() => file.close())
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the pieces of a document are read in its order, in either encoding', async () => {
  const pieces = [
    { text: 'Aline Uwase\r' },
    { text: 'Développeuse à Kigali\rKubernetes – ', isUnicode: true },
    { text: 'caf\xe9 \x93quoted\x94\r' },
  ]
  const text = 'Aline Uwase\nDéveloppeuse à Kigali\nKubernetes – café “quoted”'
  expect(await textIn(oldWordOf(pieces))).toBe(text)
  expect(await textIn(oldWordOf(pieces, { tableBytes: 5_000 }))).toBe(text)
})

test.each([
  ['cells, lines and pages', 'a\x07b\vc\fd\r', 'a\tb\nc\nd'],
  ['a link shows its text', '\x13HYPERLINK "https://a.rw"\x14my site\x15!', 'my site!'],
  ['a field without a result', 'a\x13PAGE\x15b', 'ab'],
  ['a field within a field', '\x13IF \x13PAGE\x141\x15 \x14yes\x15.', 'yes.'],
  ['ends without a beginning', 'a\x15b\x14c\x15', 'abc'],
  ['pictures and optional hyphens', 'a\x01\x08b\xadc\x1ed', 'abc-d'],
])('%s', async (_, written, text) => {
  expect(await textIn(oldWordOf([{ text: written }]))).toBe(text)
})

test('a long text is cut', async () => {
  expect(await textIn(oldWordOf([{ text: 'word '.repeat(100_000) }]))).toHaveLength(99_999)
})

test('a document of many sectors is read', async () => {
  const pieces = [{ text: 'x'.repeat(90_000) }, { text: ' end' }]
  expect((await textIn(oldWordOf(pieces))).slice(-6)).toBe('xx end')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('This is no document.')],
  ['an older or cut document', compoundFile('WordDocument')],
  ['another file of Office', compoundFileOf({ Workbook: Buffer.alloc(5_000) })],
  ['an encrypted document', oldWordOf([{ text: 'secret' }], { flags: 0x100 })],
])('%s is refused', async (_, bytes) => {
  await expect(textIn(bytes)).rejects.toThrow()
})

test('chains without an end are refused', async () => {
  const bytes = oldWordOf([{ text: 'word '.repeat(2_000) }])
  const fat = bytes.length - 512
  bytes.writeUInt32LE(0, fat)
  await expect(textIn(bytes)).rejects.toThrow('A chain without an end')
  bytes.writeUInt32LE(3, 68)
  await expect(textIn(bytes)).rejects.toThrow()
})

test('whatever bytes are changed or missing, a document is read or refused in no time', async () => {
  const valid = oldWordOf([{ text: 'Aline '.repeat(50) }, { text: 'Uwase', isUnicode: true }])
  let seed = 7
  const random = (max: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * max)
  }
  const threadMs = await threadMsOf(async () => {
    for (let round = 0; round < 300; round += 1) {
      const bytes = Buffer.from(valid.subarray(0, round % 3 ? valid.length : random(valid.length)))
      for (let change = 0; change < 20 && bytes.length > 4; change += 1)
        bytes.writeUInt32LE(random(2) ? 0xffffffff : random(2 ** 32), random(bytes.length - 4))
      const text = await textIn(bytes).catch(() => '')
      expect(text.length).toBeLessThanOrEqual(100_000)
    }
  })
  expect(threadMs).toBeLessThan(10_000)
})

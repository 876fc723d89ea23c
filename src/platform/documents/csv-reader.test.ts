import { expect, test } from 'vitest'
import { longestTurnDuring } from '#testing/event-loop.ts'
import { readCsv } from './csv-reader.ts'

test('reads rows with whatever separates the cells of the first', async () => {
  expect(await readCsv(new Blob(['\ufeffE-mail;Name\na@b.rw;"Aline, Uwase"\n\n']), 10)).toEqual({
    rows: [
      { line: 1, cells: ['E-mail', 'Name'] },
      { line: 2, cells: ['a@b.rw', 'Aline, Uwase'] },
    ],
  })
})

test('takes a thousand columns in many rows', async () => {
  const row = `a@b.rw${','.repeat(999)}`
  const read = await readCsv(new Blob([`${row}\n`.repeat(3)]), 10)
  expect(read).toMatchObject({ rows: [{ line: 1 }, { line: 2 }, { line: 3 }] })
})

test.each([
  ['cells', `email\n${','.repeat(2_000_000)}`, 'At most 1,000 columns'],
  ['characters', `email\n"${' \u200d'.repeat(500_000)}"`, 'it breaks off at line 2'],
  ['rows', 'a@b.rw\n'.repeat(20_000), 'At most 10 rows at once'],
])('a file of very many %s is refused, and holds up nobody', async (_, text, problem) => {
  const file = new Blob([text])
  const turnMs = await longestTurnDuring(async () => {
    const read = await readCsv(file, 10)
    expect('problem' in read && read.problem).toContain(problem)
  })
  // Far above what a busy machine adds.
  expect(turnMs).toBeLessThan(400)
})

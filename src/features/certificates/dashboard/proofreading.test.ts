import { expect, test } from 'vitest'
import { proofread } from './proofreading.ts'

const remarksOf = (...names: string[]) => {
  const rows = names.map((full_name, id) => ({ id, full_name, course: 'Go' }))
  return [...proofread(rows).values()].map(({ full_name, warning }) => full_name ?? warning)
}

test('a name that cannot be printed is named as such', () => {
  expect(remarksOf('李明', ' ', 'x'.repeat(202))).toEqual([
    'We cannot print Chinese letters. Please write it in Latin letters',
    'Full name is required',
    'At most 201 characters',
  ])
})

test('names as people have them are fine, also with combining accents', () => {
  expect(remarksOf("Noe\u0308lla O'Brien", 'İpek Demir', 'Jean-Luc de Wit', 'J. B. Keza')).toEqual([
    undefined,
    undefined,
    'A word begins with a small letter',
    undefined,
  ])
})

test('a name that stands twice is marked in both places, however it is written', () => {
  expect(remarksOf('Aline Uwase', 'Eric Keza', 'aline  UWASE')).toEqual([
    'The same name stands here twice',
    undefined,
    'The same name stands here twice',
  ])
})

test('names that were typed in a hurry are worth a look', () => {
  expect(remarksOf('eric keza', 'UWASE Aline', 'Zoé  Uwera', 'Mutesi')).toEqual([
    'A word begins with a small letter',
    'A word is in capitals',
    'There is a gap in the name',
    'There is one name alone',
  ])
})

test('a course must be printable, too', () => {
  const [remarks] = [...proofread([{ id: 1, full_name: 'Aline Uwase', course: '' }]).values()]
  expect(remarks?.course).toBe('Course is required')
})

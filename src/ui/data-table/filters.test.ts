import { expect, test } from 'vitest'
import {
  choiceFilter,
  dayFilter,
  joinValues,
  loadedChoices,
  loadedFilter,
  readId,
  readListQuery,
  readText,
  setFilters,
  textFilter,
  valuesIn,
} from './filters.ts'
import type { ListUrl } from './list-url.ts'

const spec = {
  filters: {
    search: textFilter('Search applications', 'search_query'),
    status: choiceFilter('Status', 'Any status', { PENDING: 'Pending', ACCEPTED: 'Accepted' }),
    cohort_id: loadedFilter('Cohort', 'Any cohort', readId, () => undefined),
    tech_stack_id: loadedFilter('Tech stack', 'Any', readText(4), () => undefined),
    created_from: dayFilter('Applied from'),
  },
  orders: ['name', '-name'],
}

function listUrlOf(search: string) {
  const params = new URLSearchParams(search)
  const get = (name: string) => params.get(name) ?? ''
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === get(name))
  return { get, oneOf } as ListUrl
}

test('reads the filters and the order from the URL, by the names of the input', () => {
  const listUrl = listUrlOf(
    'search=uwase&status=PENDING&cohort_id=12&tech_stack_id=react&created_from=2026-01-31&ordering=-name',
  )
  expect(readListQuery(listUrl, spec)).toEqual({
    filters: {
      search_query: 'uwase',
      status: 'PENDING',
      cohort_id: 12,
      tech_stack_id: 'reac',
      created_from: '2026-01-31',
    },
    ordering: '-name',
  })
})

test('leaves out invalid parameters', () => {
  const listUrl = listUrlOf(
    'search=&status=toString&cohort_id=-1&created_from=2026-13-01&ordering=salary&page=2',
  )
  expect(readListQuery(listUrl, spec)).toEqual({ filters: {}, ordering: undefined })
  expect(setFilters(listUrl, spec.filters)).toEqual(['status', 'cohort_id', 'created_from'])
})

test('several values, of which a comma or a percent sign may be part, stand in one parameter', () => {
  const values = ['Keza, Uwase', '100%', '%2C', 'Go']
  expect(joinValues(values)).toBe('Keza%2C Uwase,100%25,%252C,Go')
  expect(valuesIn(joinValues(values))).toEqual(values)
  expect(valuesIn('PENDING,,100%')).toEqual(['PENDING', '100%'])
  const author = loadedChoices('Author', 'Any', readText(20), () => undefined)
  expect(author.read(joinValues(['Keza, Uwase', 'Go']))).toEqual(['Keza, Uwase', 'Go'])
})

test('a name with a comma from an older link or saved view stays one value', () => {
  const { get } = listUrlOf('author=Keza%2C+Uwase&course=Go,Design, UX')
  expect(valuesIn(get('author'))).toEqual(['Keza, Uwase'])
  expect(valuesIn(get('course'))).toEqual(['Go', 'Design, UX'])
})

test('leaves out a day that its month does not have', () => {
  for (const day of ['2026-02-29', '2026-02-31', '2026-04-31']) {
    expect(readListQuery(listUrlOf(`created_from=${day}`), spec).filters).toEqual({})
  }
  expect(readListQuery(listUrlOf('created_from=2028-02-29'), spec).filters).not.toEqual({})
})

test('leaves out a year that is not typed to its end', () => {
  for (const year of ['0002', '0020', '0202', '20266']) {
    const { filters } = readListQuery(listUrlOf(`created_from=${year}-03-05`), spec)
    expect(filters).toEqual({})
  }
})

import contract from 'virtual:contract'
import { expect, test } from 'vitest'
import { createQueryClient, type ProcedureName, showSaved } from './queries.ts'

/** The cache of a list with two rows and of the page of the first. */
function cacheOf(tag: string, feature: string) {
  const client = createQueryClient()
  const listKey = [tag, `${feature}.list`, {}]
  const pageKey = [tag, `${feature}.get`, { id: 1 }]
  client.setQueryData(listKey, { results: [{ id: 1, name: 'before' }, { id: 2 }], total_items: 2 })
  client.setQueryData(pageKey, { id: 1, name: 'before', notes: ['kept'] })
  return {
    client,
    list: () => client.getQueryData(listKey),
    page: () => client.getQueryData(pageKey),
  }
}

const changedList = { results: [{ id: 1, name: 'after' }, { id: 2 }], total_items: 2 }

const presses = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, { tag = '', isOnePress }]) =>
    isOnePress ? [{ name: `${feature}.${name}` as ProcedureName, feature, tag }] : [],
  ),
)

test('what staff change by one press is named in the contract', () => {
  expect(presses.map(({ name }) => name).sort()).toEqual([
    'applications.changeStatus',
    'contact.changeOwner',
    'contact.changeRead',
    'contact.changeStatus',
    'talents.changeStatus',
    'team.toggleStatus',
    'testimonials.toggleVisibility',
  ])
})

test.each(presses)('$name shows the row that it returns in lists and on its page', (press) => {
  const { client, list, page } = cacheOf(press.tag, press.feature)
  showSaved(client, press.name, { id: 1, name: 'after' })
  expect(list()).toEqual(changedList)
  expect(page()).toEqual({ id: 1, name: 'after', notes: ['kept'] })
})

test('an edited row is shown in lists, and its page waits for the server', () => {
  const { client, list, page } = cacheOf('Cohort', 'cohorts')
  showSaved(client, 'cohorts.update', { id: 1, name: 'after' })
  expect(list()).toEqual(changedList)
  expect(page()).toMatchObject({ name: 'before' })
})

test('another write leaves what is shown to the server', () => {
  const { client, list } = cacheOf('Cohort', 'cohorts')
  showSaved(client, 'cohorts.duplicate', { id: 1, name: 'after' })
  expect(list()).not.toEqual(changedList)
})

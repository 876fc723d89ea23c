import type { OpenAPI } from '@orpc/openapi'
import { expect, test } from 'vitest'
import { isOfStaff, procedures } from '#testing/bad-requests.ts'
import { openApiDocument } from './openapi.ts'

const { paths = {} } = await openApiDocument()
const operations = Object.values(paths)
  .flatMap((item) => Object.values(item ?? {}) as OpenAPI.OperationObject[])
  .map(({ operationId = '', ...operation }) => ({ name: operationId, ...operation }))

test('the calls that create something once name the header for it', () => {
  const withKey = operations.filter(({ parameters = [] }) =>
    parameters.some((one) => 'in' in one && one.in === 'header' && one.name === 'Idempotency-Key'),
  )
  const created = procedures
    .filter((one) => one.status === 201 && one.access !== 'public' && isOfStaff(one))
    .map(({ name }) => name)
  expect(withKey.map(({ name }) => name).sort()).toEqual(
    [...created, 'applications.submit', 'talents.register'].sort(),
  )
  expect(created).toEqual(
    expect.arrayContaining([
      'cohorts.duplicate',
      'contact.addNote',
      'drafts.create',
      'news.create',
    ]),
  )
})

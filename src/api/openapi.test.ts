import type { OpenAPI } from '@orpc/openapi'
import { expect, test } from 'vitest'
import { procedures } from '#testing/bad-requests.ts'
import { openApiDocument } from './openapi.ts'

const { paths = {} } = await openApiDocument()
const operations = Object.values(paths)
  .flatMap((item) => Object.values(item ?? {}) as OpenAPI.OperationObject[])
  .map(({ operationId = '', ...operation }) => ({ name: operationId, ...operation }))

test('the calls that create something once by the header for it name it, and no others', () => {
  const headersOf = ({ parameters = [] }: (typeof operations)[number]) =>
    parameters.filter((one) => 'in' in one && one.in === 'header')
  const named = operations.filter((operation) => headersOf(operation).length > 0)
  expect(named.map(({ name }) => name).sort()).toEqual(
    procedures
      .filter(({ isCreatedOnce }) => isCreatedOnce)
      .map(({ name }) => name)
      .sort(),
  )
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['applications.submit', 'drafts.create', 'testimonials.create']),
  )
  for (const operation of named) {
    expect(headersOf(operation)).toMatchObject([
      { name: 'Idempotency-Key', schema: { pattern: '^[\\x21-\\x7e]{8,200}$' } },
    ])
  }
})

test('every call tells of the errors that it answers, and in which form', () => {
  const schemaOf = (response: OpenAPI.ResponseObject | OpenAPI.ReferenceObject | undefined) =>
    response && 'content' in response
      ? JSON.stringify(response.content?.['application/json']?.schema)
      : undefined
  const ref = (name: string) => `{"$ref":"#/components/schemas/${name}"}`
  for (const { name, parameters = [], responses = {}, requestBody } of operations) {
    const schemas = Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => !status.startsWith('2'))
        .map(([status, response]) => [status, schemaOf(response)]),
    )
    const detail = ref('Detail')
    expect([name, schemas]).toMatchObject([
      name,
      { 400: `{"anyOf":[${ref('FieldErrors')},${detail}]}`, default: detail },
    ])
    const hasId = parameters.some((one) => 'in' in one && one.in === 'path')
    expect([name, schemas[404], schemas[409]]).toEqual([
      name,
      hasId ? detail : undefined,
      hasId && requestBody ? ref('Conflict') : undefined,
    ])
  }
  const { responses } = operations.find(({ name }) => name === 'images.upload') ?? {}
  expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['413', '415']))
})

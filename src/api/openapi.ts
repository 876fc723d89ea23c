import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { keyPattern } from '#platform/http/idempotency.ts'
import { company } from '#shared/company.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { allProcedures } from './all-procedures.ts'
import { contract } from './contract.ts'

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

/** The OpenAPI 3.1 document of the contract, generated at the first request for it. */
export const openApiDocument = () => (document ??= generate())

let document: Promise<OpenAPI.Document> | undefined

async function generate(): Promise<OpenAPI.Document> {
  const generated = await generator.generate(contract, {
    info: {
      title: `${company.name} API`,
      version: '1',
      description:
        'Lists return results, total_items, total_pages and current_page. Errors return a detail, lists of messages by field, or both. What is sent again after a lost response, with the same Idempotency-Key header, is created once by the calls that name this header.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Detail: detailSchema, FieldErrors: fieldErrorsSchema, Conflict: conflictSchema },
    },
  })
  const paths: OpenAPI.PathsObject = {}
  for (const [path, operations] of Object.entries(generated.paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      if (isOperation(operation))
        describeOperation(operation, allProcedures.get(operation.operationId ?? ''))
    }
    paths[`${path}/`] = operations
  }
  return { ...generated, paths }
}

const detailSchema = {
  type: 'object' as const,
  properties: { detail: { type: 'string', description: 'Tells the user what to do' } },
  required: ['detail'],
} satisfies OpenAPI.SchemaObject
const fieldErrorsSchema = {
  type: 'object' as const,
  description: 'The messages of every invalid field',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} satisfies OpenAPI.SchemaObject
const conflictSchema = {
  type: 'object' as const,
  properties: {
    ...detailSchema.properties,
    current: {
      type: 'object',
      description: 'Of an edit: the row as it is now, which has changed since it was read',
    },
  },
  required: ['detail'],
  additionalProperties: {
    description: 'The messages of a field, such as of what another row has taken',
    type: 'array',
    items: { type: 'string' },
  },
} satisfies OpenAPI.SchemaObject

const isOperation = (value: unknown): value is OpenAPI.OperationObject =>
  typeof value === 'object' && value !== null && 'responses' in value

/** Adds the access, the limits and the error responses, which the generator doesn't know. */
function describeOperation(operation: OpenAPI.OperationObject, meta: ProcedureMeta | undefined) {
  operation.tags = [(operation.operationId ?? '').split('.')[0] ?? '']
  operation.responses ??= {}
  operation.responses['400'] = errorResponse(
    'Fields are invalid, or the body is',
    'FieldErrors',
    'Detail',
  )
  if (meta?.access !== 'public') {
    operation.security = [{ bearer: [] }]
    operation.responses['401'] = errorResponse("'No token provided' or 'Invalid token'", 'Detail')
    operation.responses['403'] = errorResponse('The role does not allow this', 'Detail')
    const roles = meta?.access === 'signed-in' ? 'Every signed-in user' : meta?.access.join(', ')
    operation.description = [operation.description, `For: ${roles}.`].filter(Boolean).join('\n\n')
  }
  if (meta?.limit)
    operation.responses['429'] = errorResponse('Too many requests; see Retry-After', 'Detail')
  if (meta?.isCreatedOnce) {
    operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
  }
  const body = operation.requestBody
  if (operation.parameters?.some((one) => 'in' in one && one.in === 'path')) {
    operation.responses['404'] = errorResponse('There is nothing of this id', 'Detail')
    if (body) operation.responses['409'] = errorResponse('It is not as it has to be', 'Conflict')
  }
  if (meta?.files && body && 'content' in body) {
    delete body.content['application/json']
    operation.responses['413'] = errorResponse('A file or the form is too large', 'Detail')
    operation.responses['415'] = errorResponse('The body is no form data', 'Detail')
  }
  // Such as 401 and 403 for filters of staff in a list of visitors, or 503.
  operation.responses.default = errorResponse('Any other error', 'Detail')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of 8 to 200 visible ASCII characters, another one for each thing to create: the same sent again under it creates nothing more',
  schema: { type: 'string', pattern: keyPattern.source },
} satisfies OpenAPI.ParameterObject

const refTo = (schema: string) => ({ $ref: `#/components/schemas/${schema}` })

/** @param schemas the body is one of these */
const errorResponse = (description: string, ...schemas: [string, ...string[]]) => ({
  description,
  content: {
    'application/json': {
      schema: schemas.length === 1 ? refTo(schemas[0]) : { anyOf: schemas.map(refTo) },
    },
  },
})

import fc from 'fast-check'
import { z } from 'zod'
import { allProcedures } from '#api/all-procedures.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { type Body, bodies, formText, type Pairs, pairs } from './bad-bodies.ts'
import { fields, often, type Schema } from './hostile-values.ts'

export type Procedure = {
  name: string
  method: string
  path: string
  /** The status of a response that is no error. */
  status: number
  access: ProcedureMeta['access']
  isCreatedOnce: boolean
  input: Schema
}
export type BadRequest = Body & { method: string; path: string }

export const lenient = { unrepresentable: 'any', io: 'output' } as const

/** Every procedure of the contract, with the JSON Schema of its input. */
export const procedures: Procedure[] = [...allProcedures].map(
  ([name, { route, access, isCreatedOnce = false, inputSchema }]) => ({
    name,
    method: route.method ?? 'POST',
    path: route.path ?? '/',
    status: route.successStatus ?? 200,
    access,
    isCreatedOnce,
    input: inputSchema ? (z.toJSONSchema(inputSchema as z.ZodType, lenient) as Schema) : {},
  }),
)

/** Whether staff send it: testimonials come from visitors as well. */
export const isOfStaff = ({ name, access }: Procedure) =>
  access !== 'public' || name === 'testimonials.create'

const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  }),
  fc.constant('k'.repeat(5_000)),
)
const oddHeaders: fc.Arbitrary<Pairs> = fc.oneof(
  often(5, fc.constant<Pairs>([])),
  fc
    .tuple(
      fc.constantFrom(
        'idempotency-key',
        'accept',
        'x-forwarded-for',
        'x-forwarded-proto',
        'user-agent',
        'last-event-id',
        'range',
        'cookie',
      ),
      headerText,
    )
    .map(([name, value]): Pairs => [[name, value]]),
  fc.constantFrom<Pairs>(
    [['content-disposition', 'attachment; filename="a.pdf"']],
    [['content-disposition', 'x']],
    [['content-encoding', 'gzip']],
    [['content-length', '-1']],
    [['content-length', 'many']],
    [['x-http-method-override', 'DELETE']],
    [['idempotency-key', 'the-same-key']],
  ),
)

const segments = [
  '%00',
  '%',
  '%E0%A4%A',
  '%2e%2e',
  '..%2f..',
  '%252e',
  'a'.repeat(3_000),
  '0',
  '-1',
  '1.0',
  '1e0',
  'NaN',
  '__proto__',
  'constructor',
  '%F0%9F%99%82',
  '%ED%A0%80',
  '{id}',
  '2147483648',
  '*',
  ':id',
  '1;a=b',
  '%2F',
]

/** Random requests for the procedure, most of them invalid in some way. */
export function badRequests(
  procedure: Procedure,
  existing: readonly unknown[],
): fc.Arbitrary<BadRequest> {
  const segment = fc.oneof(
    often(3, fc.constantFrom(...existing.map(String))),
    fc.constantFrom(...segments),
  )
  const path = segment.chain((id) =>
    fc
      .constantFrom(procedure.path.replace('{id}', id))
      .chain((one) =>
        fc.oneof(
          often(8, fc.constant(one)),
          fc.constantFrom(
            one.slice(0, -1),
            `${one}/`,
            `${one}%`,
            one.replace('/', '//'),
            `${one}%2f`,
            one.toUpperCase(),
          ),
        ),
      ),
  )
  const known = fields(procedure.input.properties?.query ?? procedure.input, existing)
  const query = fc.oneof(
    often(3, formText(pairs(known))),
    fc.constantFrom(
      '',
      '%',
      '%00=%00',
      '&&==',
      'a%5B',
      '__proto__=1',
      'page=%ED%A0%80',
      'a=1&'.repeat(3_000),
    ),
    fc.string(),
  )
  const method = fc.oneof(
    often(12, fc.constant(procedure.method)),
    fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'),
  )
  return fc
    .tuple(method, path, query, bodies(procedure.input, existing), oddHeaders)
    .map(([verb, requestPath, search, { headers, body }, odd]) => {
      const isRead = verb === 'GET' || verb === 'HEAD'
      const url = `/api${requestPath}${isRead || search.length % 2 ? `?${search}` : ''}`
      return {
        method: verb,
        path: url,
        headers: [...(isRead ? [] : headers), ...odd],
        body: isRead ? null : body,
      }
    })
}

import fc from 'fast-check'

/** The parts of JSON Schema that the generators use. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Gives an arbitrary a weight for `fc.oneof`, where the default is 1. */
export const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

const longText = 'a'.repeat(20_000)
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown

/** Any character. As fast-check's own unit `binary`, this one would first build a map of them all, for a second. */
const character = fc
  .oneof(
    often(0xd800, fc.integer({ min: 0, max: 0xd7ff })),
    often(0x10_2000, fc.integer({ min: 0xe000, max: 0x10_ffff })),
  )
  .map((codePoint) => String.fromCodePoint(codePoint))

/** Values that often break programs. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    '',
    ' ',
    [],
    {},
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    -0,
    longText,
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\u202e',
    '\ufeff',
    "'; drop table users; --",
    '%_\\',
    'NaN',
    'Infinity',
    '1e9',
    '0x10',
    '١٢',
    '🙂'.repeat(300),
    '../../etc/passwd',
    '{{7*7}}',
    '__proto__',
    'constructor',
    'toString',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '9999-12-31T23:59:59-12:00',
    '2026-13-45T99:99:99Z',
    [null],
    [[]],
    ['\0'],
    [1, 'a', {}],
    { a: '\0' },
    { '\0': 1 },
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
    { __proto__: null, id: 1 },
    JSON.parse('{"then": 1}'),
    nested(19),
    nested(21),
    nested(5000),
    JSON.parse('{"__proto__": {"role": "ADMIN"}, "constructor": {"prototype": {"role": "ADMIN"}}}'),
  ),
  fc.string({ unit: character }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that match the schema's types, so that requests get past the schema. */
function fitting(schema: Schema, existing: readonly unknown[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, existing)))
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.constantFrom(...existing, 1, 2, 10, 2 ** 31 - 1)
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') {
    return fc.array(fitting(schema.items ?? {}, existing), { maxLength: 3 })
  }
  if (schema.type === 'object') return fields(schema, existing)
  if (schema.format === 'date') {
    return fc.constantFrom('2026-04-01', '2026-07-01', '0001-01-01', '0000-12-31', '9999-12-31')
  }
  if (schema.format === 'date-time') {
    return fc.constantFrom(
      '2026-04-01T10:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
    )
  }
  const texts = [
    'aline@example.rw',
    'Aline Uwase',
    'a fine new password',
    'a-new-one',
    '1200170012345678',
  ]
  return fc.constantFrom(...existing.map(String), ...texts, '2001-05-17', 'FEMALE', 'open')
}

/** The procedure's fields: most of them matching, some hostile, some missing, and a few unknown. */
export function fields(
  schema: Schema,
  existing: readonly unknown[],
): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const value = fc.oneof(
      often(7, fitting(field, existing)),
      often(1, hostile),
      often(1, fc.constant(undefined)),
    )
    return [name, value] as const
  })
  const unknown = fc.dictionary(
    fc.constantFrom('id', 'role', 'constructor', 'toString', 'a\0', 'then'),
    hostile,
    {
      maxKeys: 1,
    },
  )
  return fc
    .tuple(
      fc.record(Object.fromEntries(known)),
      fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, unknown),
    )
    .map(([fieldsKnown, fieldsUnknown]) => ({ ...fieldsKnown, ...fieldsUnknown }))
}

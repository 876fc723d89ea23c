import fc from 'fast-check'
import { fields, hostile, often, type Schema } from './hostile-values.ts'

export type Pairs = [string, string][]
export type Body = { headers: Pairs; body: string | Uint8Array<ArrayBuffer> | null }

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
const well = (text: string) => encodeURIComponent(text.toWellFormed())
const brackets = [
  '',
  '',
  '',
  '[]',
  '[0]',
  '[99999999]',
  '[__proto__]',
  '[a][b]',
  '[length]',
  '[',
  '[toString]',
]

/** Fields as names and texts, some of them in malformed bracket notation. */
export const pairs = (source: fc.Arbitrary<Record<string, unknown>>) =>
  fc
    .tuple(source, fc.array(fc.constantFrom(...brackets), { minLength: 12, maxLength: 12 }))
    .map(([record, suffixes]) =>
      Object.entries(record)
        .filter(([, value]) => value !== undefined)
        .map(
          ([name, value], at) =>
            [name + (suffixes[at % 12] ?? ''), textOf(value)] as [string, string],
        ),
    )
/** URL-encoded: a query, or the body of a form. */
export const formText = (source: fc.Arbitrary<Pairs>) =>
  source.map((all) => all.map(([name, value]) => `${well(name)}=${well(value)}`).join('&'))

const type = (value: string): Pairs => [['content-type', value]]
const typed = (value: string, body: fc.Arbitrary<Body['body']>): fc.Arbitrary<Body> =>
  body.map((one) => ({ headers: type(value), body: one }))

function multipart(source: fc.Arbitrary<Pairs>) {
  const names = [
    'resume"; filename="resume.pdf',
    'resume"; filename="\0',
    'other"; filename="a.pdf',
    '__proto__"; filename="a.pdf',
  ]
  const file = fc.constantFrom(...names).map((name): [string, string] => [name, '%PDF-1.4\n%%EOF'])
  return fc
    .tuple(source, fc.option(file), fc.constantFrom('--x--\r\n', '', '--x', '--x\r\n'))
    .map(([all, one, end]) => {
      const parts = [...all, ...(one ? [one] : [])].map(
        ([name, value]) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.toWellFormed()}\r\n`,
      )
      return parts.join('') + end
    })
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => new Uint8Array(all))
const json = 'application/json'

/** Bodies for a procedure with this input: most of them well-formed, some malformed. */
export function bodies(input: Schema, existing: readonly unknown[]): fc.Arbitrary<Body> {
  const record = fields(input.properties?.body ?? input, existing)
  const good = record.map((one) => JSON.stringify(one))
  const plain = pairs(record)
  const broken = ['[', '{"a":', '"\\ud8', '[1,]', '\0', '{"a":1e999}', '['.repeat(200_000)]
  return fc.oneof(
    often(12, typed(json, good)),
    often(5, typed('multipart/form-data; boundary=x', multipart(plain))),
    often(3, typed('application/x-www-form-urlencoded', formText(plain))),
    often(2, typed(json, hostile.map(textOf))),
    typed(json, good.map(cutShort)),
    typed(json, fc.constantFrom(...broken)),
    typed(json, fc.constant(`"${'a'.repeat(300_000)}"`)),
    typed(json, bytes),
    fc.oneof(...otherTypes.map((one) => typed(one, good))),
    good.map((body) => ({ headers: [], body })),
    fc.constant({ headers: type(json), body: null }),
  )
}

const cutShort = (text: string) => text.slice(0, -2)
const otherTypes = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/plain',
  'application/jsonx',
  'application/json; charset=utf-16',
  'text/event-stream',
  'image/png',
  ';',
]

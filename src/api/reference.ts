import type { OpenAPI } from '@orpc/openapi'
import { escapeHtml } from '#platform/text/escape-html.ts'
import { company } from '#shared/company.ts'
import { openApiDocument } from './openapi.ts'

type Schema = OpenAPI.SchemaObject & { $ref?: string; const?: unknown }

let page: string | undefined

/** The API reference as a printable page without scripts: one section per procedure. */
export async function apiReference(): Promise<Response> {
  page ??= render(await openApiDocument())
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

function render(document: OpenAPI.Document) {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? '')
  const contents = [...groups].map(
    ([group, members]) =>
      `<li>${headline(group)}<ul>${members.map(({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary ?? '')}</a></li>`).join('')}</ul></li>`,
  )
  const sections = [...groups].map(
    ([group, members]) => `<h2>${headline(group)}</h2>${members.map(section).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${company.name} API</title><style>${style}</style></head><body><nav aria-label="Calls"><ul>${contents.join('')}</ul></nav><main><h1>${company.name} API</h1><p>${escapeHtml(document.info.description ?? '')}</p><p>The same as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>${sections.join('')}</main></body></html>`
}

const headline = (group: string) =>
  escapeHtml(group.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase()))

type Call = { path: string; method: string; operation: OpenAPI.OperationObject }

function section({ path, method, operation }: Call) {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter
      ? [row(parameter.name, parameter.schema as Schema, parameter.required === true, parameter.in)]
      : [],
  )
  const body =
    operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
  const bodies = Object.entries(body).map(
    ([type, { schema }]) => `<h4>Body, ${escapeHtml(type)}</h4>${fields(schema as Schema)}`,
  )
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const content = 'content' in response ? Object.values(response.content ?? {})[0] : undefined
    const schema = content?.schema as Schema | undefined
    const shape = schema ? `<pre>${escapeHtml(shapeOf(schema))}</pre>` : ''
    return `<dt>${status} ${escapeHtml('description' in response ? (response.description ?? '') : '')}</dt><dd>${shape}</dd>`
  })
  const notes = (operation.description ?? '').split('\n\n').filter(Boolean)
  return `<section id="${operation.operationId}"><h3>${escapeHtml(operation.summary ?? '')}</h3><p><code><b>${method.toUpperCase()}</b> /api${escapeHtml(path)}</code></p>${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}${parameters.length > 0 ? `<h4>Parameters</h4>${table(parameters)}` : ''}${bodies.join('')}<h4>Responses</h4><dl>${responses.join('')}</dl></section>`
}

const table = (rows: string[]) =>
  `<div tabindex="0" role="region" aria-label="Fields"><table><thead><tr><th>Name</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`

const fields = (schema: Schema) =>
  table(
    Object.entries(schema.properties ?? {}).map(([name, property]) =>
      row(name, property as Schema, schema.required?.includes(name) ?? false),
    ),
  )

function row(name: string, schema: Schema, isRequired: boolean, location?: string) {
  const notes = [
    location,
    isRequired ? 'required' : '',
    schema?.description,
    limits(schema),
  ].filter(Boolean)
  return `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${escapeHtml(shapeOf(schema, 1))}</code></td><td>${escapeHtml(notes.join('; '))}</td></tr>`
}

function limits(schema: Schema | undefined) {
  const { default: fallback, maxLength, minimum, maximum } = schema ?? {}
  const shown = (value: unknown) =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return [
    fallback === undefined || fallback === '' ? '' : `${JSON.stringify(fallback)} unless given`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    shown(minimum) ? `from ${minimum}` : '',
    shown(maximum) ? `to ${maximum}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What nothing is valid against. */
const isNever = ({ not }: Schema) => not !== undefined && Object.keys(not).length === 0

/** A schema in TypeScript notation. */
function shapeOf(schema: Schema | undefined, depth = 0): string {
  if (!schema) return 'unknown'
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) {
    const shapes = union.filter((one) => !isNever(one as Schema))
    return [...new Set(shapes.map((one) => shapeOf(one as Schema, depth)))].join(' | ')
  }
  if (schema.type === 'array') return `${shapeOf(schema.items as Schema, depth)}[]`
  if (schema.type === 'object') {
    const indent = '  '.repeat(depth + 1)
    const lines = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => `${indent}${name}: ${shapeOf(property as Schema, depth + 1)}`,
    )
    if (lines.length > 0) return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
    return typeof schema.additionalProperties === 'object'
      ? `{ [field]: ${shapeOf(schema.additionalProperties as Schema, depth)} }`
      : 'object'
  }
  if (schema.contentMediaType) return 'file'
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'unknown']
  return types.join(' | ')
}

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1d1a17,#f1ece4);--paper:light-dark(#fbf8f3,#181613);--muted:light-dark(#6b6259,#b0a69a);--line:light-dark(#e2dacd,#3a342d);--green:light-dark(#1c6144,#7cc7a1)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;display:grid;grid-template-columns:18rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem;border-right:1px solid var(--line);font-size:.875rem}nav ul{list-style:none;margin:0;padding:0}nav>ul>li{margin-bottom:1rem;font-weight:600}nav ul ul{font-weight:400}nav a{display:block;padding:.25rem 0}
main{padding:2rem clamp(1rem,4vw,4rem);max-width:64rem}a{color:var(--green)}h2{margin-top:3rem}section{border-top:1px solid var(--line);padding:1rem 0}h4{margin:1rem 0 .25rem}
pre,code{font:.875rem/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}div{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line)}dt{margin-top:.5rem}dd{margin:0;color:var(--muted)}pre{margin:.25rem 0}
@media(max-width:60rem){body{display:block}nav{position:static;height:auto;border:0}}
`

import {
  type Context,
  context,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import type { Config } from '#config'
import type { Log } from './http/log.ts'

/** How long a batch of spans, and a stop, waits for the collector. */
const exportMsMax = 3_000
const statementLengthMax = 2_000

let isTracing = false
const getTracer = () => trace.getTracer('huza')

/**
 * Starts to send traces to a collector by OTLP over HTTP, if there is one. What it doesn't take is dropped.
 * @returns a function that sends the rest and stops
 */
export async function startTracing({ traces }: Pick<Config, 'traces'>, log: Log) {
  if (!traces) return async () => {}
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, hooks, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ])
  const exporter = new OTLPTraceExporter({
    url: traces.url,
    headers: traces.headers,
    timeoutMillis: exportMsMax,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': traces.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traces.ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportMsMax })],
  })
  const tell = (message: string) => log.warn({ message }, 'traces not sent')
  diag.setLogger({ error: tell, warn: tell, info() {}, debug() {}, verbose() {} })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  isTracing = true
  return async () => {
    isTracing = false
    await provider.shutdown().catch((error: Error) => tell(error.message))
    for (const api of [trace, context, propagation, diag]) api.disable()
  }
}

type Told = {
  method: string
  /** Never a path or a query, which may have tokens and names in them. */
  route: string
  status: number
  requestId: string
}

/**
 * Begins the span of a request.
 * @param headers of which a trusted proxy's `traceparent` names the span that this one belongs to
 * @returns null when nothing is traced
 */
export function traceRequest(headers: Headers | null) {
  if (!isTracing) return null
  const parent = headers
    ? propagation.extract(ROOT_CONTEXT, headers, {
        get: (from, name) => from.get(name) ?? undefined,
        keys: (from) => [...from.keys()],
      })
    : ROOT_CONTEXT
  const span = getTracer().startSpan('request', { kind: SpanKind.SERVER }, parent)
  const inside: Context = trace.setSpan(parent, span)
  return {
    traceId: span.spanContext().traceId,
    run: <Result>(work: () => Result) => context.with(inside, work),
    end({ method, route, status, requestId }: Told) {
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'huza.request_id': requestId,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Runs a step of a request, or of what runs in the background, in a span of its own. */
export async function traced<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!isTracing) return work()
  return getTracer().startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Without its message: servers repeat addresses in theirs.
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Adds a query to the span that asked for it, if any. Its values are not told, only their places. */
export function traceQuery({ query, queryDurationMillis, level }: LogEvent) {
  const parent = trace.getActiveSpan()
  if (!isTracing || !parent?.isRecording()) return
  const [operation = ''] = query.sql.trimStart().split(/\s/, 1)
  const endedAt = Date.now()
  const span = getTracer().startSpan(operation.toLowerCase(), {
    kind: SpanKind.CLIENT,
    startTime: endedAt - queryDurationMillis,
    attributes: { 'db.query.text': query.sql.slice(0, statementLengthMax) },
  })
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endedAt)
}

import { toORPCError } from '@orpc/client'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, onError } from '@orpc/server'
import { readBody } from '#platform/http/body.ts'
import type { RequestContext } from '#platform/http/context.ts'
import {
  errorBody,
  hiddenCause,
  invalidFields,
  isCauseHidden,
  loggable,
  ofOutage,
} from '#platform/http/errors.ts'
import { requireSameUploader } from '#platform/http/session-user.ts'
import { router } from './router.ts'
import { admitUpload, uploadProcedures } from './upload-procedures.ts'

const prefix = '/api'

const handler = new OpenAPIHandler<RequestContext>(router, {
  customErrorResponseBodyEncoder: (error) => errorBody(error),
  interceptors: [
    onError((error, { context }) => {
      const status = error instanceof ORPCError ? error.status : 500
      if (status >= 500) context.log.error({ err: loggable(error) }, 'call failed')
    }),
  ],
  clientInterceptors: [
    ({ input, context, procedure, next }) => {
      const pattern = `${prefix}${procedure['~orpc'].route.path}`
      if (context.route) context.route.pattern = pattern
      refuseOtherThanInUrl(input, pattern, context.path)
      return next()
    },
  ],
})

/** Handles a call of the contract. URLs work with and without a trailing slash. */
export async function handleApi(request: Request, context: RequestContext): Promise<Response> {
  const path = new URL(request.url).pathname
  let dispose = async () => {}
  let response: Response | undefined
  try {
    const endpoint = `${request.method} ${withoutSlash(path.slice(prefix.length))}`
    const upload = uploadProcedures.get(endpoint)
    if (upload) await admitUpload(upload, context)
    const read = await readBody(request, upload?.files, context)
    dispose = read.dispose
    // A file takes minutes to arrive on a slow connection.
    if (upload && upload.access !== 'public') await requireSameUploader(context)
    response = (await handler.handle(read.request, { prefix, context: { ...context, path } }))
      .response
  } catch (error) {
    // Only errors before the procedure end here: the handler responds to those of procedures.
    const known = toORPCError(ofOutage(context.responseHeaders, error))
    if (known.status >= 500)
      context.log.error({ err: loggable(error) }, 'request failed before its call')
    response = Response.json(errorBody(known), { status: known.status })
  } finally {
    await dispose()
  }
  response ??= Response.json({ detail: 'There is no such call.' }, { status: 404 })
  if (isCauseHidden(response.status)) {
    const body = { detail: hiddenCause, request_id: context.requestId }
    response = Response.json(body, { status: response.status })
  }
  for (const [name, value] of context.responseHeaders) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** oRPC merges path, query and body, so an id in the body would override the one in the URL. @throws 400 if they differ */
function refuseOtherThanInUrl(input: unknown, route: string, path: string) {
  if (typeof input !== 'object' || input === null) return
  const segments = path.split('/')
  const others = route.split('/').flatMap((segment, position) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (!name || !Object.hasOwn(input, name)) return []
    const given = (input as Record<string, unknown>)[name]
    const isScalar = typeof given === 'string' || typeof given === 'number'
    const isSame = isScalar && String(given) === decoded(segments[position] ?? '')
    return isSame ? [] : [[name, [`The ${name} must be the one in the URL`]]]
  })
  if (others.length > 0) throw invalidFields(Object.fromEntries(others))
}

/** Decodes a path segment as the router does: an invalid encoding stays as it is. */
function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

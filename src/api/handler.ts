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
      refuseOtherId(input, pattern, context.path)
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

/** oRPC merges path and body, so an id in the body would override the one in the URL. @throws 400 if they differ */
function refuseOtherId(input: unknown, route: string, path: string) {
  const position = route.split('/').indexOf('{id}')
  if (position === -1 || typeof input !== 'object' || input === null || !('id' in input)) return
  const idInUrl = decoded(path.split('/')[position] ?? '')
  const isScalar = typeof input.id === 'string' || typeof input.id === 'number'
  if (!isScalar || String(input.id) !== idInUrl) {
    throw invalidFields({ id: ['The id must be the one in the URL'] })
  }
}

/** Decodes a path segment as the router does: an invalid encoding stays as it is. */
function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

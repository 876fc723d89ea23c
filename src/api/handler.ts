import { toORPCError } from '@orpc/client'
import { isContractProcedure } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, onError } from '@orpc/server'
import { readBody } from '#platform/http/body.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { errorBody, rejectFields } from '#platform/http/errors.ts'
import { allowViewer } from '#platform/http/procedures.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { contract } from './contract.ts'
import { router } from './router.ts'

const prefix = '/api'

type UploadCall = Pick<ProcedureMeta, 'access'> & { files: Readonly<Record<string, number>> }

/** Answers the calls of the contract over HTTP, with and without a trailing slash. */
export function createApiHandler() {
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
        refuseOtherId(input, `${prefix}${procedure['~orpc'].route.path}`, context.path)
        return next()
      },
    ],
  })
  const uploads = uploadCalls()

  return async (request: Request, context: RequestContext): Promise<Response> => {
    const path = new URL(request.url).pathname
    let dispose = async () => {}
    let response: Response | undefined
    try {
      const call = `${request.method} ${withoutSlash(path.slice(prefix.length))}`
      const upload = uploads.get(call)
      // The files of who may not send them are not even taken.
      if (upload) allowViewer(upload, context)
      const read = await readBody(request, upload?.files, context)
      dispose = read.dispose
      response = (await handler.handle(read.request, { prefix, context: { ...context, path } }))
        .response
    } catch (error) {
      // Only a body that can't be read ends here: the handler answers the errors of calls itself.
      const known = toORPCError(error)
      if (known.status >= 500) context.log.error({ err: loggable(error) }, 'body could not be read')
      response = Response.json(errorBody(known), { status: known.status })
    } finally {
      await dispose()
    }
    response ??= Response.json({ detail: 'There is no such call.' }, { status: 404 })
    if (response.status >= 500) {
      const body = {
        ...errorBody(new ORPCError('INTERNAL_SERVER_ERROR')),
        request_id: context.requestId,
      }
      response = Response.json(body, { status: response.status })
    }
    for (const [name, value] of context.responseHeaders) response.headers.set(name, value)
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  }
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** The calls that take files, by method and path without the trailing slash. */
function uploadCalls() {
  const calls = Object.values(contract).flatMap((feature) => Object.values(feature))
  return new Map<string, UploadCall>(
    calls.filter(isContractProcedure).flatMap((procedure) => {
      const { route, meta } = procedure['~orpc']
      const { files, access } = meta as ProcedureMeta
      const call = `${route.method} ${withoutSlash(route.path ?? '')}`
      return files ? [[call, { files, access }]] : []
    }),
  )
}

/** An id in the body must not point a call elsewhere than its address does. */
function refuseOtherId(input: unknown, route: string, path: string) {
  const place = route.split('/').indexOf('{id}')
  if (place === -1 || typeof input !== 'object' || input === null || !('id' in input)) return
  const addressed = decoded(path.split('/')[place] ?? '')
  const isScalar = typeof input.id === 'string' || typeof input.id === 'number'
  if (!isScalar || String(input.id) !== addressed) {
    throw rejectFields({ id: ['The id is the one in the address'] })
  }
}

/** As the router decodes a part of the address: what is badly encoded stays as it came. */
function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** What the log may have of an error: never the rows or inputs that libraries attach to theirs. */
function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? {} : { cause: loggable(error.cause) }
  return { name: error.name, message: error.message, stack: error.stack, ...cause }
}

import { type AnyProcedure, createRouterClient, ORPCError, onError } from '@orpc/server'
import { router } from '#api/router.ts'
import type { ApiClient } from '#client/api/client.ts'
import type { RequestContext } from '#platform/http/context.ts'
import {
  hiddenCause,
  isCauseHidden,
  isSchemaRejection,
  loggable,
  withFields,
} from '#platform/http/errors.ts'
import { createRemoteClient } from './remote-api-client.ts'

/**
 * The API client for rendering pages: in process, or of the remote server that `API_ROOT` names. A loader may catch a
 * failed call and do without its data, but a response that lacks it is never cached.
 */
export function createPageApiClient(context: RequestContext): ApiClient {
  const onFailure = () => context.responseHeaders.set('cache-control', 'no-store')
  return isRemote(context.config)
    ? createRemoteClient(context.config.apiRoot, onFailure)
    : createInProcessClient(context, onFailure)
}

/** Whether the API is on another server. */
export const isRemote = ({ apiRoot }: { apiRoot: string }) => apiRoot !== '/api'

/**
 * Calls the same procedures in process.
 * @param onFailure called for each call that fails
 */
export const createInProcessClient = (context: RequestContext, onFailure = () => {}) =>
  createRouterClient(router, {
    context,
    interceptors: [
      onError(onFailure),
      ({ next, procedure }) => next().catch((error) => rethrow(error, procedure, context)),
    ],
  })

/** An input that its schema refuses comes back with messages by field, as it does over HTTP. */
function rethrow(error: unknown, procedure: AnyProcedure, { log }: RequestContext): never {
  if (isSchemaRejection(error)) throw withFields(error, {})
  const status = error instanceof ORPCError ? error.status : 500
  // The page that sent a form responds itself when its call fails. A failed read is logged with its page.
  const isWrite = procedure['~orpc'].route.method !== 'GET'
  if (status >= 500 && isWrite) log.error({ err: loggable(error) }, 'call failed')
  // The form shows the same message as over HTTP.
  if (isCauseHidden(status) && isWrite) {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { message: hiddenCause, cause: error })
  }
  throw error
}

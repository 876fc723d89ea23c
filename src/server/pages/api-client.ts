import { createInProcessClient } from '#api/in-process-client.ts'
import type { ApiClient } from '#client/api/client.ts'
import type { RequestContext } from '#platform/http/context.ts'
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

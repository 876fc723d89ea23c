import { createInProcessClient } from '#api/router.ts'
import type { ApiClient } from '#client/api/client.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createRemoteClient } from './remote-api-client.ts'

/** The API client for rendering pages: in process, or of the remote server that `API_ROOT` names. */
export const createPageApiClient = (context: RequestContext): ApiClient =>
  isRemote(context.config)
    ? createRemoteClient(context.config.apiRoot)
    : createInProcessClient(context)

/** Whether the API is on another server. */
export const isRemote = ({ apiRoot }: { apiRoot: string }) => apiRoot !== '/api'

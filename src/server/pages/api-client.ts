import { createInProcessClient } from '#api/router.ts'
import type { ApiClient } from '#client/api/client.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createRemoteClient } from './remote-api-client.ts'

/** The calls that pages are made of: of this process, or of the other server that `API_ROOT` names. */
export const createPageApiClient = (context: RequestContext): ApiClient =>
  isRemote(context.config)
    ? createRemoteClient(context.config.apiRoot)
    : createInProcessClient(context)

/** Whether the site runs against another server of the same calls. */
export const isRemote = ({ apiRoot }: { apiRoot: string }) => apiRoot !== '/api'

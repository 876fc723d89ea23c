import contract from 'virtual:contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { Contract } from '#api/contract.ts'
import { parseApiError } from './errors.ts'
import { apiFetch, apiRoot } from './fetch.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { toCallError } from './response-errors.ts'

/** What a call may bring along: `{ context: { onProgress } }`. */
type CallContext = { onProgress?: OnProgress }

export type ApiClient = ContractRouterClient<Contract, CallContext>

/**
 * The API over HTTP, for the browser; `{ context: { onProgress } }` follows an upload. It throws nothing but
 * `ApiError`: browsers name a lost connection in words of their own, such as 'Failed to fetch'.
 */
export const api: ApiClient = createORPCClient(
  new OpenAPILink<CallContext>(contract as Contract, {
    url: () => new URL(apiRoot(), window.location.href),
    fetch: (request, init, { context }) => apiFetch(request, init, context.onProgress),
    customErrorResponseBodyDecoder: toCallError,
    interceptors: [
      async ({ path, input, next }) => {
        const response = await next().catch((error: unknown) => {
          throw parseApiError(error)
        })
        if (apiRoot() === '/api') return response
        const { completeResponse } = await import('#api/complete-response.ts')
        return completeResponse(path, response, input)
      },
    ],
  }),
)

import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { completeResponse } from '#api/complete-response.ts'
import { contract } from '#api/contract.ts'
import type { ApiClient } from '#client/api/client.ts'
import { parseErrorBody } from '#client/api/errors.ts'

/**
 * The API client for rendering pages when `API_ROOT` points to another server.
 * @param onFailure called for each call that fails
 */
export const createRemoteClient = (
  apiRoot: string,
  onFailure: (error: unknown) => void,
): ApiClient =>
  createORPCClient(
    new OpenAPILink(contract, {
      url: apiRoot,
      interceptors: [
        onError(onFailure),
        async ({ path, input, next }) => completeResponse(path, await next(), input),
      ],
      customErrorResponseBodyDecoder: toCallError,
      fetch: (request, init) => {
        const url = new URL(request.url)
        if (!url.pathname.endsWith('/')) url.pathname += '/'
        return fetch(new Request(url, request), init)
      },
    }),
  )

/** The error that the client throws for an error response. */
function toCallError(body: unknown, { status }: { status: number }) {
  const { detail, reason, fields, current } = parseErrorBody(status, body)
  return new ORPCError('CALL_FAILED', {
    status,
    message: detail,
    data: { fields, reason, current },
  })
}

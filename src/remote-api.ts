import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { errorOfAnswer } from '#client/answer-errors.ts'
import type { ApiClient } from '#client/api.ts'
import { contract } from './contract.ts'

/** The client of pages on the server where `API_ROOT` points to another server of the same calls. */
export const createRemoteClient = (apiRoot: string): ApiClient =>
  createORPCClient(
    new OpenAPILink(contract, {
      url: apiRoot,
      customErrorResponseBodyDecoder: errorOfAnswer,
      fetch: (request, init) => {
        const url = new URL(request.url)
        if (!url.pathname.endsWith('/')) url.pathname += '/'
        return fetch(new Request(url, request), init)
      },
    }),
  )

import contract, { type Described } from 'virtual:contract'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#api/contract.ts'
import { parseApiError } from './errors.ts'
import { apiFetch, apiRoot } from './session.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { fromResponse, toRequest } from './response-body.ts'

/** What a call may bring along: `{ context: { onProgress } }`. */
type CallContext = { onProgress?: OnProgress }
type CallOptions = { context?: CallContext; signal?: AbortSignal }

export type ApiClient = ContractRouterClient<Contract, CallContext>

async function call(
  [feature = '', name = '']: string[],
  route: Described,
  input: unknown,
  { context, signal }: CallOptions = {},
) {
  try {
    const request = toRequest(route, input, new URL(apiRoot(), location.href), signal)
    const response = await apiFetch(request, { redirect: 'manual' }, context?.onProgress)
    const result = await fromResponse(route, response)
    if (apiRoot() === '/api') return result
    const { completeResponse } = await import('#api/complete-response.ts')
    return completeResponse([feature, name], result, input)
  } catch (error) {
    throw parseApiError(error)
  }
}

const callsOf = (feature: string, described: Record<string, Described>) =>
  Object.fromEntries(
    Object.entries(described).map(([name, route]) => [
      name,
      (input: unknown, options?: CallOptions) => call([feature, name], route, input, options),
    ]),
  )

/**
 * The API over HTTP, for the browser; `{ context: { onProgress } }` follows an upload. It throws nothing but
 * `ApiError`: browsers name a lost connection in words of their own, such as 'Failed to fetch'. oRPC's own client would
 * be as large as all of a page's forms.
 */
export const api = Object.fromEntries(
  Object.entries(contract).map(([feature, described]) => [feature, callsOf(feature, described)]),
) as unknown as ApiClient

import type { RequestContext } from '#platform/http/context.ts'

/** The connection, from node:http. */
type Connection = { peerAddress: string }

/** The types of Hono's context. */
export type AppEnvironment = { Bindings: Connection; Variables: { context: RequestContext } }

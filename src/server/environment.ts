import type { RequestContext } from '#platform/http/context.ts'

/** What node:http knows about the connection. */
type Connection = { peerAddress: string }

/** The types of Hono's context. */
export type AppEnvironment = { Bindings: Connection; Variables: { context: RequestContext } }

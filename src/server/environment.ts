import type { RequestContext } from '#platform/http/context.ts'

/** What the server that carries the app tells of a connection. */
type Connection = { peerAddress: string }

/** What the routes of the app find in Hono's context. */
export type AppEnvironment = { Bindings: Connection; Variables: { context: RequestContext } }

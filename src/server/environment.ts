import type { Readable } from 'node:stream'
import type { RequestContext } from '#platform/http/context.ts'

/** The connection, from node:http. */
type Connection = { peerAddress: string; incoming?: Readable }

/** The types of Hono's context. */
export type AppEnvironment = { Bindings: Connection; Variables: { context: RequestContext } }

import type { Readable } from 'node:stream'
import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import type { Role } from '#shared/roles.ts'
import type { Settings } from '#shared/settings.ts'
import type { TrackTag } from '../cache/page-cache.ts'
import type { Replica } from '../cache/replica.ts'
import type { TagVersions } from '../cache/tag-versions.ts'
import type { DataKeys } from '../security/data-keys.ts'
import type { SealedStorage } from '../storage/sealed-storage.ts'
import type { Log } from './log.ts'

/** The signed-in user of a request. */
export type Viewer = { id: number; name: string; email: string; role: Role; sessionId: string }

/** Shared by the whole process. */
export type Services = {
  config: Config
  database: Database
  /** Serves what visitors read, where a standby is configured. */
  replica: Replica | null
  storage: SealedStorage
  /** The keys of what is stored sealed; they never leave the process. */
  dataKeys: DataKeys
  log: Log
  tagVersions: TagVersions
  /**
   * The settings of administrators, as they are now. Rejects when the database does.
   * @param transaction the one under way, if any: another connection might wait for it
   */
  readSettings(transaction?: Database): Promise<Settings>
  /** The key material for signing and encryption; never leaves the process. */
  secret: string
  now(): Date
}

/** The context of every handler: the services and the request's caller. */
export type RequestContext = Services & {
  requestId: string
  /** The URL's path, not decoded. */
  path: string
  /** The call that is handled: its procedure, and its input as it came. */
  call?: { procedure: readonly string[]; input: unknown }
  /** Where the API notes the path of the procedure in the contract, for the metrics. */
  route?: { pattern?: string }
  headers: Headers
  /** The body as it comes from the connection, where there is one. */
  incoming?: Readable
  /** The client's IP address: IPv4, or the /64 of IPv6. */
  clientIp: string
  viewer: Viewer | null
  /** In place of the viewer: a signed-in user whose role requires a second factor that they have yet to set up. */
  pendingViewer?: Viewer
  /** Whether the request carries a token that is forged, expired or revoked. */
  hasInvalidToken: boolean
  /** Added to the response, whether it is a result or an error. */
  responseHeaders: Headers
  /** Set when the response may be cached: called with the tag of each procedure before it runs. */
  trackTag?: TrackTag
}

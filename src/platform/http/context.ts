import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import type { Role } from '#shared/roles.ts'
import type { TrackTag } from '../cache/page-cache.ts'
import type { TagVersions } from '../cache/tag-versions.ts'
import type { Storage } from '../storage/storage.ts'
import type { Log } from './log.ts'

/** The signed-in user behind a call. */
export type Viewer = { id: number; name: string; email: string; role: Role; sessionId: string }

/** What the whole process shares. */
export type Services = {
  config: Config
  database: Database
  storage: Storage
  log: Log
  tagVersions: TagVersions
  /** Signs and encrypts; never leaves the process. */
  secret: string
  now(): Date
}

/** What a handler gets: the services, and who calls from where. */
export type RequestContext = Services & {
  requestId: string
  /** The address's path as it came. */
  path: string
  headers: Headers
  /** The visitor's address: IPv4, or the /64 of IPv6. */
  clientIp: string
  viewer: Viewer | null
  /** Whether a token came that is forged, expired or ended. */
  hasInvalidToken: boolean
  /** Headers that the answer gets, whether it is a result or an error. */
  responseHeaders: Headers
  /** Is told the tag of each call before it is made, where the answer is to be kept. */
  trackTag?: TrackTag
}

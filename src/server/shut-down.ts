import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { startBackground } from './background.ts'

/** Leaves a second for what must be written after the last request. */
const drainMs = 9_000
/** How long idle connections stay open for a request that a proxy may be sending already. */
const lingerMs = 1_000

type Stop = () => Promise<unknown>

/** What a server does besides serving, by the functions that stop it. */
type Background = Record<keyof ReturnType<typeof startBackground>, Stop>

/**
 * Takes no further connections, finishes the requests under way, and those that come on a connection that is open, and
 * stops what runs in the background. What would be lost is written first: a download or an upload may keep its
 * connection open until the end.
 * @param releaseWatchers answers the requests that wait for a change
 */
export async function shutDown(
  server: Server,
  background: Background,
  releaseWatchers: () => void,
) {
  // Both may be waiting for another server, and what they leave undone is done after the next start.
  const outboxStopped = background.outbox()
  const purgingStopped = background.purging()
  // Awaited from before: without a connection the server closes at once.
  const closed = once(server, 'close')
  // The method of node:http closes idle connections at once.
  NetServer.prototype.close.call(server)
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  releaseWatchers()
  closeIdle(server)
  setTimeout(() => server.closeAllConnections(), drainMs).unref()
  await background.counting()
  await closed
  // The visits of the last requests.
  await background.counting()
  await background.sync()
  await background.issues()
  await background.answers()
  await background.digests()
  await background.resumeTexts()
  await background.searches()
  await background.certificates()
  await background.replica()
  await outboxStopped
  await purgingStopped
  await background.mailbox()
  await background.upkeep()
  // What the others have changed since is published to the other processes.
  await background.sync()
}

/** Closes idle connections from time to time, since what is under way now ends as one. */
function closeIdle(server: Server) {
  setTimeout(() => {
    server.closeIdleConnections()
    closeIdle(server)
  }, lingerMs).unref()
}

import { once } from 'node:events'
import type { Server } from 'node:http'

const drainMs = 10_000

type Stop = () => Promise<unknown>

/** What a server does besides serving, by the functions that stop it. */
type Background = Record<
  | ('counting' | 'outbox' | 'mailbox' | 'sync' | 'cleanUp')
  | ('issues' | 'answers' | 'digests' | 'resumeTexts' | 'certificates'),
  Stop
>

/**
 * Takes no further connections, finishes the requests under way and stops what runs in the background. What would be lost
 * is written first: a download or an upload may keep its connection open until the end.
 * @param releaseWatchers answers the requests that wait for a change
 */
export async function shutDown(
  server: Server,
  background: Background,
  releaseWatchers: () => void,
) {
  const outboxStopped = background.outbox()
  // Awaited from before: without a connection the server closes at once.
  const closed = once(server, 'close')
  server.close()
  releaseWatchers()
  server.closeIdleConnections()
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
  await background.certificates()
  await outboxStopped
  await background.mailbox()
  await background.cleanUp()
}

import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Email } from 'postal-mime'
import { dayMs } from '#shared/durations.ts'
import { createLease } from '../background/lease.ts'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { readMessageId, readReturnPath, recipientHeaders } from './message-id.ts'

/** An email that has arrived, as far as it was read. */
export type IncomingEmail = Email & {
  /** Whether the end of it was left unread: attachments, as a rule. */
  isCut: boolean
}

/** Stores what an email brings, once, however often it is read. @returns whether it is the kind that it takes */
export type Taker = (services: Services, email: IncomingEmail) => Promise<boolean>

const checkEveryMs = 60_000
const timeoutMs = 30_000
/** So much of an email is read. Reports and answers begin with what matters, and attachments are not taken. */
const readBytesMax = 512 * 1024
/** Older emails have been read before. */
const lookBackMs = 30 * dayMs
const emailsAtOnceMax = 500
/** So often it is tried to store an email. */
const triesMax = 3
const headers = ['content-type', 'in-reply-to', 'references', ...recipientHeaders]

/** The folder of an IMAP URL, and where its emails go once they were read; they stay there without. */
export function foldersOf(imapUrl: string) {
  const { pathname, searchParams } = new URL(imapUrl)
  return {
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    done: searchParams.get('move'),
  }
}

/** A client for an IMAP URL, not connected yet. */
export async function openImap(imapUrl: string): Promise<ImapFlow> {
  // Imported on demand: it is large, and many sites have no mailbox.
  const { ImapFlow } = await import('imapflow')
  const { hostname, port, protocol, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    secure,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  // What fails rejects the call under way as well.
  client.on('error', () => {})
  return client
}

type Reading = {
  /** Whether this process may go on: another one may have taken the mailbox over. */
  mayGoOn: () => Promise<boolean>
  /** Cuts the connection. */
  stop?: AbortSignal
  /** How often each email was looked at in vain; after some times it is left, and others get their turn. */
  tries: Map<string, number>
  /** How many emails are looked at, at most. */
  atOnce?: number
}

/**
 * Reads the unseen emails of the mailbox that may be meant for the site, and gives each to the first taker that takes
 * it. It is marked as seen once it is stored; all others stay as they are, for people to read.
 * @returns how many were taken
 */
export async function readMailbox(
  services: Services,
  imapUrl: string,
  takers: readonly Taker[],
  { mayGoOn, stop, tries, atOnce = emailsAtOnceMax }: Reading,
) {
  const { folder, done } = foldersOf(imapUrl)
  const client = await openImap(imapUrl)
  const close = () => client.close()
  stop?.addEventListener('abort', close)
  let taken = 0
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folder)
    const since = new Date(services.now().getTime() - lookBackMs)
    const unseen = (await client.search({ seen: false, since }, { uid: true })) || []
    const keyOf = (uid: number) => `${uidValidity} ${uid}`
    const triesOf = (uid: number) => tries.get(keyOf(uid)) ?? 0
    const open = unseen.filter((uid) => triesOf(uid) < triesMax).slice(0, atOnce)
    const found = open.length > 0 ? await client.fetchAll(open, { headers }, { uid: true }) : []
    for (const message of found) {
      if (!(await mayGoOn())) break
      const outcome = await takeOne(services, client, message, takers).catch((err: unknown) => {
        if (!client.usable) throw err
        services.log.error({ err }, 'email not stored')
        return null
      })
      // Should this process die before it is marked, it is read again, and stored once.
      if (outcome) {
        const uid = String(message.uid)
        await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
        if (done) await client.messageMove(uid, done, { uid: true })
        taken += 1
      } else {
        tries.set(keyOf(message.uid), outcome === false ? triesMax : triesOf(message.uid) + 1)
      }
    }
    await client.logout()
  } finally {
    // The signal outlives the client, which would be kept for it.
    stop?.removeEventListener('abort', close)
    close()
  }
  return taken
}

async function takeOne(
  services: Services,
  client: ImapFlow,
  { uid, headers }: FetchMessageObject,
  takers: readonly Taker[],
) {
  const text = headers?.toString().replace(/\r?\n[ \t]+/g, ' ') ?? ''
  const isForUs =
    /^content-type:\s*multipart\/report\b/im.test(text) ||
    readMessageId(services, text) !== null ||
    readReturnPath(services, text) !== null
  if (!isForUs) return false
  const source = { start: 0, maxLength: readBytesMax }
  const message = await client.fetchOne(String(uid), { source, size: true }, { uid: true })
  if (message === false || !message.source) return false
  const email = await parseEmail(message.source, (message.size ?? 0) > readBytesMax).catch(
    (err: unknown) => services.log.warn({ err }, 'email not understood'),
  )
  if (!email) return false
  for (const take of takers) {
    if (await take(services, email)) return true
  }
  return false
}

/** @param isCut whether the source is only the beginning */
async function parseEmail(source: Uint8Array, isCut: boolean): Promise<IncomingEmail> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(source, {
    rfc822Attachments: true,
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: readBytesMax,
  })
  return { ...email, isCut }
}

/**
 * Starts to read the mailbox, if one is configured, in one process at a time.
 * @returns a function that stops, and leaves the mailbox to another process
 */
export function startMailbox(services: Services, takers: readonly Taker[], everyMs = checkEveryMs) {
  const { imapUrl } = services.config
  if (!imapUrl) return async () => {}
  const lease = createLease(services, 'mailbox')
  const tries = new Map<string, number>()
  const stop = new AbortController()
  const mayGoOn = async () => !stop.signal.aborted && (await lease.hold())
  const read = async () => {
    try {
      if (await mayGoOn())
        await readMailbox(services, imapUrl, takers, { mayGoOn, tries, stop: stop.signal })
    } catch (error) {
      if (stop.signal.aborted) return
      // The error's message is not logged: mail servers repeat names in it.
      const { code, responseStatus } = error as { code?: string; responseStatus?: string }
      services.log.error({ code, responseStatus }, 'mailbox not read')
    }
  }
  const stopReading = repeat(read, everyMs)
  return async () => {
    stop.abort()
    await stopReading()
    await lease
      .release()
      .catch((err: unknown) => services.log.error({ err }, 'mailbox not left to others yet'))
  }
}

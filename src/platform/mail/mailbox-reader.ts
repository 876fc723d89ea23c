import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import type { Email } from 'postal-mime'
import type { Database } from '#database/open.ts'
import { findSystemValue, setSystemValue } from '#database/system-values.ts'
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
/** How much of an email is read. Reports and answers begin with what matters; attachments are not taken. */
const readBytesMax = 512 * 1024
/** Older emails have been read before. */
const lookBackMs = 30 * dayMs
const emailsAtOnceMax = 500
/** Attempts to store an email before it is left alone. */
const triesMax = 3
/** The tries of an email that was taken, or that is for people. */
const settled = Number.POSITIVE_INFINITY
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
 * Reads the emails of the mailbox that may be meant for the site, and gives each to the first taker that takes it. It is
 * marked as seen once it is stored; all others stay as they are, for people to read. What is seen already is read if it
 * has come since the mailbox was read last: people may open it on their phones first.
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
    const { uidValidity, uidNext } = await client.mailboxOpen(folder)
    const keyOf = (uid: number) => `${uidValidity} ${uid}`
    const triesOf = (uid: number) => tries.get(keyOf(uid)) ?? 0
    const mailbox = keyOfMailbox(imapUrl, uidValidity)
    const mark = await findMark(services.database, mailbox)
    const all = await findUids(client, services.now(), mark)
    const open = all.filter((uid) => triesOf(uid) < triesMax).slice(0, atOnce)
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
      }
      tries.set(keyOf(message.uid), outcome === null ? triesOf(message.uid) + 1 : settled)
    }
    // Not past what has yet to be read or stored.
    const unsettled = all.find((uid) => triesOf(uid) !== settled)
    const reached = unsettled === undefined ? Math.max(mark ?? 0, ...all) : unsettled - 1
    await noteMark(
      services.database,
      mailbox,
      mark === null ? uidNext - 1 : Math.max(mark, reached),
    )
    await client.logout()
  } finally {
    // The signal outlives the client, which would be kept for it.
    stop?.removeEventListener('abort', close)
    close()
  }
  return taken
}

const keyOfMailbox = (imapUrl: string, uidValidity: bigint) => {
  const { username, host, pathname } = new URL(imapUrl)
  return `${username}@${host}${pathname} ${uidValidity}`
}

/**
 * The emails that are unseen, or that came after the mark, the oldest first.
 * @throws when the server refuses to search: the mark would pass what was not found
 */
async function findUids(client: ImapFlow, now: Date, mark: number | null) {
  const since = new Date(now.getTime() - lookBackMs)
  const find = async (query: SearchObject) => {
    const uids = await client.search({ ...query, since }, { uid: true })
    if (!uids)
      throw Object.assign(new Error('The mail server refuses to search the mailbox'), {
        code: 'SEARCH_REFUSED',
      })
    return uids
  }
  const unseen = await find({ seen: false })
  // A mailbox that is read for the first time has been read by people until now.
  const later = mark === null ? [] : await find({ uid: `${mark + 1}:*` })
  // The last email always matches.
  const uids = new Set([...unseen, ...later.filter((uid) => uid > (mark ?? 0))])
  return [...uids].sort((one, other) => one - other)
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

const markName = 'mailbox read to'

/** Up to which email a mailbox was read; null for one that never was. @param mailbox with its UIDVALIDITY */
async function findMark(database: Database, mailbox: string): Promise<number | null> {
  const noted = JSON.parse((await findSystemValue(database, markName)) ?? '{}')
  return noted.mailbox === mailbox ? noted.uid : null
}

/** Notes it, for the processes that read later. */
async function noteMark(database: Database, mailbox: string, uid: number) {
  if ((await findMark(database, mailbox)) === uid) return
  await setSystemValue(database, markName, JSON.stringify({ mailbox, uid }))
}

import type { Services } from '../http/context.ts'
import { type Bounce, bounceKindOf, recordBounce } from './bounces.ts'
import type { IncomingEmail } from './mailbox-reader.ts'
import { readMessageId, readReturnPath, recipientHeaders } from './message-id.ts'

/**
 * Takes an email that reports what has become of another: that it could not be delivered (RFC 3464), or that its
 * recipient complained (RFC 5965). Anybody can write a report, so it counts if it came to the return path that we have
 * signed; one that names the Message-ID alone is noted for staff.
 * @returns whether it was such a report about an email of ours: others in the mailbox are for people
 */
export async function takeReport(services: Services, email: IncomingEmail) {
  if (!isReport(email)) return false
  const parts = email.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }))
  const partOf = (type: string) => parts.find((part) => part.type === type)?.text
  const status = partOf('message/delivery-status')
  const feedback = partOf('message/feedback-report')
  const original = partOf('message/rfc822') ?? partOf('text/rfc822-headers') ?? ''
  const proved = readReturnPath(services, [valuesOf(email, recipientHeaders), feedback].join('\n'))
  // Not the References: people's own emails name ours there. Some mail servers answer the email by their report.
  const named = [fieldsOf(headersOf(original)).get('message-id'), valuesOf(email, ['in-reply-to'])]
  const id = proved ?? readMessageId(services, named.join('\n'))
  if (id === null) return false
  const found = feedback === undefined ? readDeliveryStatus(status ?? '') : readFeedback(feedback)
  if (!found) return true
  await recordBounce(services, { id, ...found, ...(proved === null ? { kind: 'UNPROVED' } : {}) })
  return true
}

/** Whether a mail server or a mail program has written it, to say what became of another email. */
export const isReport = ({ headers }: IncomingEmail) =>
  headers.some(({ key, value }) => key === 'content-type' && /^multipart\/report\b/i.test(value))

const valuesOf = ({ headers }: IncomingEmail, names: readonly string[]) =>
  headers.flatMap(({ key, value }) => (names.includes(key) ? [value] : [])).join('\n')

const headersOf = (email: string) => email.split(/\r?\n\r?\n/, 1)[0] ?? ''

type Found = Omit<Bounce, 'id'>

/** The gravest of what failed for good. One email of ours has one recipient, who may forward it to several. */
function readDeliveryStatus(text: string): Found | null {
  const failures = text.split(/\r?\n\r?\n/).flatMap((group) => {
    const fields = fieldsOf(group)
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    const kind = bounceKindOf(status)
    const detail = [status, fields.get('diagnostic-code')].filter(Boolean).join(' ')
    return kind ? [{ kind, detail }] : []
  })
  return failures.find(({ kind }) => kind === 'HARD') ?? failures[0] ?? null
}

function readFeedback(text: string): Found | null {
  const type = fieldsOf(text).get('feedback-type')?.toLowerCase() ?? ''
  return ['abuse', 'opt-out', 'opt-out-list'].includes(type)
    ? { kind: 'COMPLAINT', detail: type }
    : null
}

/** Header fields, whose lines may be folded. */
const fieldsOf = (text: string) =>
  new Map(
    text
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name, value = ''] = /^([\w-]+):(.*)$/s.exec(line) ?? []
        return name ? [[name.toLowerCase(), value.trim()] as const] : []
      }),
  )

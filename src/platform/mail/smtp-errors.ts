export type MailError = Error & {
  code?: string
  responseCode?: number
  command?: string
  /** What the operating system could not do, such as `connect`. */
  syscall?: string
  timeoutType?: string
}

const authenticationRequired = 530

/** The status of a permanent refusal (RFC 3463), such as 5.1.1; '' if it has none. */
export const smtpStatusOf = ({ message, responseCode = 0 }: MailError) =>
  responseCode < 500 ? '' : (/\b5\.\d{1,3}\.\d{1,3}\b/.exec(message)?.[0] ?? '')

/**
 * We have sent too much. Beyond a day's limit, Google Workspace says so to the text of each email. Where it says so to
 * a recipient, it is about that one.
 */
const isOverLimit = (error: MailError) =>
  error.command === 'DATA' && smtpStatusOf(error) === '5.4.5'

/** It takes nothing of us, or doesn't like the text: that says nothing of the mailbox, and may pass. */
export const isPolicyRefusal = (status: string) => /^\d\.7\./.test(status)

const isOfRecipient = (error: MailError) =>
  ['RCPT TO', 'DATA'].includes(error.command ?? '') && !isOverLimit(error)

/**
 * Whether the recipient's side refuses an email permanently: the recipient, or the text. What has to do with us or our
 * own mail server, such as signing in or a policy against us, is for us to put right.
 */
export const isRefused = (error: MailError) =>
  isOfRecipient(error) &&
  (error.responseCode ?? 0) >= 500 &&
  error.responseCode !== authenticationRequired &&
  !isPolicyRefusal(smtpStatusOf(error))

/**
 * Whether our mail server can't be reached, or takes nothing of us: no email is to blame for that, and none has been
 * sent. A connection that is lost later may have brought an email.
 */
export function isOutage(error: MailError) {
  const { code = '', responseCode = 0, syscall = '', timeoutType = '' } = error
  if (isOfRecipient(error)) return false
  return (
    responseCode >= 400 ||
    (code === 'ESOCKET' && !['read', 'write'].includes(syscall)) ||
    ['EDNS', 'ETLS', 'EAUTH'].includes(code) ||
    ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'].includes(timeoutType)
  )
}

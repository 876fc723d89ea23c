import type { resolveTxt } from 'node:dns/promises'
import type { Config } from '#config'
import { createSettingsReader } from '#features/settings/server/read-settings.ts'
import { messageOf } from '#platform/error-message.ts'
import { type DkimKey, dkimRecord } from '#platform/mail/dkim.ts'
import { foldersOf, openImap } from '#platform/mail/mailbox-reader.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import type { MailError } from '#platform/mail/smtp-errors.ts'
import { withDatabase } from '../existing-database.ts'
import { isLocal } from './is-local.ts'

type ResolveTxt = typeof resolveTxt

/** Whether the mail server takes emails, and receivers can check who has signed them. */
export async function checkMail(config: Config, { resolveTxt }: { resolveTxt: ResolveTxt }) {
  const { smtpUrl, dkim } = config
  if (!smtpUrl) return 'none: SMTP_URL is not set, so emails stay in the outbox'
  const { host, hostname, username } = new URL(smtpUrl)
  const mailer = openMailer(smtpUrl)
  try {
    await mailer.verify()
  } catch (error) {
    if ((error as MailError).code === 'EAUTH') {
      throw new Error(`${host} refuses the name or the password of SMTP_URL`)
    }
    throw new Error(`${host}: ${messageOf(error)}. Is it running, and right in SMTP_URL?`)
  } finally {
    mailer.close()
  }
  const encrypted = isLocal(hostname) || (await isEncrypted(smtpUrl))
  if (!encrypted && username) {
    throw new Error(
      `${host} takes the password of SMTP_URL without TLS, so it can be read on the way: use smtps://, or a port with STARTTLS`,
    )
  }
  const signed = dkim ? `; ${await checkSignature(config, dkim, resolveTxt)}` : ''
  return `${host} answers${username ? ', and lets us in' : ''}${encrypted ? '' : ', without TLS'}${signed}`
}

/** Whether the mail server, which answers, does so by TLS that our emails use. */
async function isEncrypted(smtpUrl: string) {
  const url = new URL(smtpUrl)
  if (url.protocol === 'smtps:') return true
  if (url.searchParams.get('ignoreTLS') === 'true') return false
  url.searchParams.set('requireTLS', 'true')
  const mailer = openMailer(url.href)
  try {
    await mailer.verify()
    return true
  } catch {
    return false
  } finally {
    mailer.close()
  }
}

/** Whether the mailbox with reports and answers can be read. */
export async function checkMailbox({ imapUrl }: Config) {
  if (!imapUrl) return 'none: IMAP_URL is not set, so bounces and answers are not read'
  const { host } = new URL(imapUrl)
  const { folder, done } = foldersOf(imapUrl)
  const client = await openImap(imapUrl)
  try {
    await client.connect()
    const folders = (await client.list()).map(({ path }) => path)
    const missing = [folder, done].find((path) => path && !folders.includes(path))
    if (missing) {
      throw new Error(
        `has no folder ${missing}, but ${folders.join(', ')}: make it, or name another`,
      )
    }
    return `${host} lets us in, and has the folder ${[folder, done].filter(Boolean).join(' and ')}`
  } catch (error) {
    if ((error as { authenticationFailed?: boolean }).authenticationFailed) {
      throw new Error(`${host} refuses the name or the password of IMAP_URL`)
    }
    throw new Error(`${host}: ${messageOf(error)}. Is it running, and right in IMAP_URL?`)
  } finally {
    client.close()
  }
}

/** Whether receivers find the key that emails are signed by. */
async function checkSignature(config: Config, dkim: DkimKey, resolveTxt: ResolveTxt) {
  const { contact } = await withDatabase(config, (database) =>
    createSettingsReader(config, database, { versionOf: () => 0 })(database),
  )
  const { host, value } = dkimRecord(dkim, contact.email)
  const publish = `publish the TXT record ${host} with ${value}`
  const found = await resolveTxt(host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw new Error(`The DNS does not tell of ${host} (${error.code}): ask again, or ${publish}`)
  })
  const keyOf = (record: string) => /\bp=([^;]*)/.exec(record.replace(/\s/g, ''))?.[1]
  const records = found.map((parts) => parts.join(''))
  if (records.some((record) => keyOf(record) === keyOf(value))) {
    return `emails are signed for ${contact.email}`
  }
  throw new Error(
    `Receivers cannot check the signature of DKIM_KEY_FILE${records.length > 0 ? ', as the DNS has another key' : ''}: ${publish}`,
  )
}

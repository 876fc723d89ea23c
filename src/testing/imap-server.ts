import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { openImap } from '#platform/mail/mailbox-reader.ts'
import { getProgram } from '../../scripts/debian.mjs'
import { findFreePort } from '../../scripts/free-port.mjs'
import { dovecotConfiguration } from './dovecot.ts'

/** Nobody on every Debian: Dovecot reads no mail as root. */
const nobody = 65_534

/** Starts a Dovecot of its own, with a mailbox of the folders INBOX and Done. */
export async function startImapServer() {
  const path = await getProgram({
    what: 'Dovecot',
    variable: 'DOVECOT_PATH',
    names: ['dovecot'],
    packages: ['dovecot-imapd'],
  })
  const folder = await mkdtemp(join(tmpdir(), 'huza-imap-'))
  await chmod(folder, 0o777)
  const port = await findFreePort()
  const { uid, gid, username } = userInfo()
  const as = uid === 0 ? { owner: { uid: nobody, gid: nobody } } : { owner: { uid, gid }, username }
  const mail = join(folder, 'mail')
  const configuration = await dovecotConfiguration(path, { folder, mail, port, ...as })
  await writeFile(join(folder, 'dovecot.conf'), configuration)
  const child = spawn(path, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `imap://reader:reader@127.0.0.1:${port}/INBOX`

  async function use<Outcome>(
    work: (client: Awaited<ReturnType<typeof openImap>>) => Promise<Outcome>,
  ) {
    const client = await openImap(url)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }
  await vi.waitFor(() => use(async () => {}), { timeout: 20_000, interval: 100 })
  return {
    url,
    /** Puts an email into the mailbox. @param at when it arrived */
    append: (email: string, at: Date) =>
      use((client) => client.append('INBOX', email.replaceAll(/\r?\n/g, '\r\n'), [], at)),
    /** How many emails a folder has, and how many of them are unseen. */
    count: (path = 'INBOX') =>
      use(async (client) => {
        const status = await client.status(path, { messages: true, unseen: true })
        return status && { messages: status.messages, unseen: status.unseen }
      }),
    /** Opens all emails, as a person does. */
    openAll: () =>
      use(async (client) => {
        await client.mailboxOpen('INBOX')
        await client.messageFlagsAdd('1:*', ['\\Seen'])
      }),
    /** Removes all emails. */
    clear: () =>
      use(async (client) => {
        for (const path of ['INBOX', 'Done']) {
          await client.mailboxOpen(path)
          await client.messageDelete('1:*')
        }
      }),
    async stop() {
      child.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>

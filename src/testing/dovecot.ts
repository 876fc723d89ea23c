import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

type Mailbox = {
  /** Gets the log and what runs. */
  folder: string
  /** The Maildir. */
  mail: string
  owner: { uid: number; gid: number }
  port: number
  /** Whom Dovecot runs as where it isn't started by root. */
  username?: string
}

/**
 * The configuration of a Dovecot with one mailbox, of the folders INBOX and Done, whose user and password are `reader`.
 * Debian 12 has Dovecot 2.3, Debian 13 has 2.4, and neither reads what is written for the other.
 * @param program the path of Dovecot
 */
export async function dovecotConfiguration(
  program: string,
  { folder, mail, owner, port, username }: Mailbox,
) {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  const isOld = stdout.startsWith('2.3.')
  const fields = [`uid=${owner.uid}`, `gid=${owner.gid}`, `home=${dirname(mail)}`]
  const ofVersion = isOld
    ? [
        'disable_plaintext_auth = no',
        `mail_location = maildir:${mail}`,
        'passdb {\n driver = static\n args = password=reader\n}',
        `userdb {\n driver = static\n args = ${fields.join(' ')}\n}`,
      ]
    : [
        'auth_allow_cleartext = yes',
        // Tests read what clients say.
        'protocol imap {\n imap_capability {\n  "COMPRESS=DEFLATE" = no\n }\n}',
        'mail_driver = maildir',
        `mail_path = ${mail}`,
        'passdb static {\n password = reader\n}',
        `userdb static {\n fields {\n  ${fields.join('\n  ')}\n }\n}`,
      ]
  const versions = ['dovecot_config_version = 2.4.0', 'dovecot_storage_version = 2.4.0']
  const withoutRoot = [
    `default_login_user = ${username}`,
    `default_internal_user = ${username}`,
    'service anvil {\n chroot =\n}',
  ]
  const lines = [
    // Dovecot wants them first.
    ...(isOld ? [] : versions),
    'protocols = imap',
    'ssl = no',
    'listen = 127.0.0.1',
    `base_dir = ${folder}/dovecot`,
    `log_path = ${folder}/dovecot.log`,
    'first_valid_uid = 1',
    'first_valid_gid = 1',
    ...ofVersion,
    'namespace inbox {\n inbox = yes\n mailbox Done {\n  auto = create\n }\n}',
    `service imap-login {\n chroot =\n inet_listener imap {\n  port = ${port}\n }\n}`,
    ...(username ? withoutRoot : []),
  ]
  return `${lines.join('\n')}\n`
}

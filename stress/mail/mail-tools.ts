import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getProgram } from '../../scripts/debian.mjs'
import { findFreePorts } from '../../scripts/free-port.mjs'
import { atExit, endWithUs, temporaryFolder } from '../../scripts/processes.mjs'
import { dovecotConfiguration } from '../../src/testing/dovecot.ts'

const run = promisify(execFile)

/** Debian's programs, and what each is for here. */
const programs = {
  postfix: { what: 'Postfix', names: ['postfix'], packages: ['postfix'] },
  opendkim: { what: 'OpenDKIM', names: ['opendkim'], packages: ['opendkim'] },
  rspamd: { what: 'rspamd', names: ['rspamd'], packages: ['rspamd'] },
  dovecot: { what: 'Dovecot', names: ['dovecot'], packages: ['dovecot-imapd'] },
  dnsmasq: { what: 'dnsmasq', names: ['dnsmasq'], packages: ['dnsmasq-base'] },
  curl: { what: 'curl', names: ['curl'], packages: ['curl'] },
}

type DnsRecord = { host: string; value: string }

/**
 * Starts a receiver of emails for any address: Postfix, which has them checked by OpenDKIM and rspamd, and Dovecot,
 * which gives them out by IMAP. They run beside those of the machine, in a folder and on ports of their own.
 * @param records the TXT records that the checks find in the DNS
 */
export async function startReceiver(records: readonly DnsRecord[]) {
  if (process.getuid?.() !== 0) throw new Error('Postfix and Dovecot start as root only.')
  const paths = await findPrograms()
  const { folder, remove } = temporaryFolder('huza-mail')
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
    remove()
  }
  let output = ''
  const daemon = (path: string, ...args: string[]) => {
    const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    endWithUs(child)
    const exited = once(child, 'exit')
    stops.push(async () => {
      child.kill()
      await exited
    })
  }
  try {
    await chmod(folder, 0o755)
    const ports = await freePorts('smtp', 'imap', 'dns', 'dkim', 'rspamd', 'proxy', 'controller')
    const mail = await idsOf('postfix')
    const user = await idsOf('_rspamd')
    await ownedFolder(join(folder, 'mail'), mail)
    await ownedFolder(join(folder, 'rspamd'), user)
    const file = (name: string, lines: readonly string[]) =>
      writeFile(join(folder, name), `${lines.join('\n')}\n`)

    daemon(
      paths.dnsmasq,
      '--no-daemon',
      `--port=${ports.dns}`,
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
      '--no-resolv',
      '--no-hosts',
      '--conf-file=/dev/null',
      '--local=/#/',
      ...records.map(({ host, value }) =>
        // A string of a record has at most 255 characters.
        ['--txt-record', host, ...(value.match(/.{1,255}/g) ?? [])].join(',').replace(',', '='),
      ),
    )

    // OpenDKIM asks servers on port 53 alone, and has this instead for tests.
    await file(
      'keys',
      records.map(({ host, value }) => `${host} ${value}`),
    )
    await file('opendkim.conf', [
      'Mode v',
      'AuthservID receiver',
      'UserID opendkim',
      'AlwaysAddARHeader yes',
      `Socket inet:${ports.dkim}@127.0.0.1`,
      `TestPublicKeys ${folder}/keys`,
    ])
    daemon(paths.opendkim, '-f', '-x', join(folder, 'opendkim.conf'))

    await mkdir(join(folder, 'local.d'))
    await file('local.d/options.inc', [
      `dns { nameserver = ["127.0.0.1:${ports.dns}"]; }`,
      // Nobody is local, so that nothing goes unchecked.
      'local_addrs = ["192.0.2.1"];',
    ])
    await file('local.d/worker-normal.inc', [`bind_socket = "127.0.0.1:${ports.rspamd}";`])
    await file('local.d/worker-controller.inc', [`bind_socket = "127.0.0.1:${ports.controller}";`])
    await file('local.d/worker-proxy.inc', [
      `bind_socket = "127.0.0.1:${ports.proxy}";`,
      `upstream "local" { default = yes; hosts = "127.0.0.1:${ports.rspamd}"; }`,
    ])
    await file('local.d/milter_headers.conf', [
      'use = ["x-spamd-result"]; skip_local = false; skip_authenticated = false;',
    ])
    const places = ['DBDIR', 'RUNDIR', 'LOGDIR'].map((name) => `--var=${name}=${folder}/rspamd`)
    const conf = `--var=LOCAL_CONFDIR=${folder}`
    daemon(paths.rspamd, '-f', '-u', '_rspamd', '-g', '_rspamd', conf, ...places)

    const configuration = await dovecotConfiguration(paths.dovecot, {
      folder,
      mail: join(folder, 'mail/box'),
      owner: mail,
      port: ports.imap,
    })
    await file('dovecot.conf', [configuration])
    daemon(paths.dovecot, '-F', '-c', join(folder, 'dovecot.conf'))

    const postfix = join(folder, 'postfix')
    await mkdir(postfix)
    await ownedFolder(join(folder, 'postfix-data'), mail)
    await mkdir(join(folder, 'queue'))
    await file('postfix/main.cf', [
      'compatibility_level = 3.6',
      'myhostname = receiver.example',
      'mydestination =',
      `queue_directory = ${folder}/queue`,
      `data_directory = ${folder}/postfix-data`,
      'inet_interfaces = 127.0.0.1',
      'mynetworks = 127.0.0.0/8',
      'alias_maps =',
      'virtual_mailbox_domains = static:all',
      'virtual_mailbox_maps = static:box/',
      `virtual_mailbox_base = ${folder}/mail`,
      'virtual_minimum_uid = 1',
      `virtual_uid_maps = static:${mail.uid}`,
      `virtual_gid_maps = static:${mail.gid}`,
      `smtpd_milters = inet:127.0.0.1:${ports.dkim}, inet:127.0.0.1:${ports.proxy}`,
      'milter_default_action = tempfail',
      `maillog_file = ${folder}/postfix.log`,
      `maillog_file_prefixes = ${folder}`,
    ])
    await file('postfix/master.cf', [
      `127.0.0.1:${ports.smtp} inet n - n - - smtpd`,
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      'rewrite unix - - n - - trivial-rewrite',
      'bounce unix - - n - 0 bounce',
      'defer unix - - n - 0 bounce',
      'trace unix - - n - 0 bounce',
      'virtual unix - n n - - virtual',
      'anvil unix - - n - 1 anvil',
      'smtp unix - - n - - smtp',
      'error unix - - n - - error',
      'retry unix - - n - - error',
      'proxymap unix - - n - - proxymap',
      'postlog unix-dgram n - n - 1 postlogd',
    ])
    for (const port of [ports.dkim, ports.proxy, ports.imap]) await untilOpen(port)
    await run(paths.postfix, ['-c', postfix, 'start'])
    const stopPostfix = atExit(() => execFileSync(paths.postfix, ['-c', postfix, 'stop']))
    stops.push(async () => stopPostfix())
    await untilOpen(ports.smtp)

    const imap = `imap://reader:reader@127.0.0.1:${ports.imap}/INBOX`
    return {
      smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
      stop,
      /** How many emails have arrived. */
      async count() {
        const { stdout } = await run(paths.curl, ['-s', imap, '-X', 'STATUS INBOX (MESSAGES)'])
        return Number(/MESSAGES (\d+)/.exec(stdout)?.[1] ?? 0)
      },
      /** One of them, counted from 1, as an IMAP client gets it. */
      async read(at: number) {
        const { stdout } = await run(paths.curl, ['-s', `${imap};MAILINDEX=${at}`])
        return stdout
      },
    }
  } catch (error) {
    await stop()
    throw new Error(`The receiver did not start: ${(error as Error).message}\n${output}`)
  }
}

async function findPrograms() {
  const entries = []
  for (const [name, program] of Object.entries(programs)) {
    const variable = `${name.toUpperCase()}_PATH`
    entries.push([name, await getProgram({ ...program, variable })])
  }
  return Object.fromEntries(entries) as Record<keyof typeof programs, string>
}

async function idsOf(user: string) {
  const id = async (option: string) => Number((await run('id', [option, user])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

async function ownedFolder(path: string, { uid, gid }: { uid: number; gid: number }) {
  await mkdir(path)
  await chown(path, uid, gid)
}

async function freePorts<Name extends string>(...names: Name[]) {
  const ports = await findFreePorts(names.length)
  return Object.fromEntries(names.map((name, at) => [name, ports[at]])) as Record<Name, number>
}

async function untilOpen(port: number) {
  for (let tries = 0; tries < 1_500; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: '127.0.0.1', port })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await wait(100)
  }
  throw new Error(`Nothing listens on port ${port}`)
}

import { execFile } from 'node:child_process'
import type { Server } from 'node:http'
import { promisify } from 'node:util'
import type { Config } from '#config'

/** The first file that systemd passes on. */
const firstSocket = 3

/**
 * Where systemd keeps the socket open, so that nobody is refused between two versions of the server, or where both
 * serve.
 * @returns its file descriptor, or undefined
 */
export const inheritedSocket = ({ LISTEN_FDS }: NodeJS.ProcessEnv = process.env) =>
  LISTEN_FDS === '1' ? firstSocket : undefined

const ofHost = /^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/

/** Listens on the socket of systemd, or else where the settings say. @throws which of them to change */
export async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const fd = inheritedSocket()
    if (fd === undefined) server.listen(port, host, resolve)
    else server.listen({ fd }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    if (ofHost.test(error.code ?? '')) {
      throw new Error(
        `HOST=${host} is no address of this machine (${error.code}). Set HOST to one, such as 127.0.0.1, or to 0.0.0.0 for all.`,
      )
    }
    const reason = error.code === 'EADDRINUSE' ? 'is in use by another program' : error.message
    throw new Error(`Port ${port} ${reason}. Set PORT to another one.`)
  })
}

/** Tells systemd that the server serves, if a unit of `Type=notify` runs it. Node has no such socket itself. */
export async function notifyReady({ NOTIFY_SOCKET }: NodeJS.ProcessEnv = process.env) {
  if (NOTIFY_SOCKET) await promisify(execFile)('systemd-notify', ['--ready'])
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The first file that systemd passes on. */
const firstSocket = 3

/**
 * Where systemd keeps the socket open, so that nobody is refused between two versions of the server, or where both
 * serve.
 * @returns its file descriptor, or undefined
 */
export const inheritedSocket = ({ LISTEN_FDS }: NodeJS.ProcessEnv = process.env) =>
  LISTEN_FDS === '1' ? firstSocket : undefined

/** Tells systemd that the server serves, if a unit of `Type=notify` runs it. Node has no such socket itself. */
export async function notifyReady({ NOTIFY_SOCKET }: NodeJS.ProcessEnv = process.env) {
  if (NOTIFY_SOCKET) await promisify(execFile)('systemd-notify', ['--ready'])
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getProgram } from '../../scripts/debian.mjs'
import { findFreePort } from '../../scripts/free-port.mjs'
import { endWithUs, root, temporaryFolder } from '../../scripts/processes.mjs'

/** Starts Caddy with deploy/Caddyfile in front of the server on this port. */
export async function startCaddy(port: number) {
  const path = await getProgram({
    what: 'Caddy',
    variable: 'CADDY_PATH',
    names: ['caddy'],
    packages: ['caddy'],
  })
  const { folder, remove } = temporaryFolder('huza-caddy')
  const url = `http://127.0.0.1:${await findFreePort()}`
  const deployed = await readFile(join(root, 'deploy', 'Caddyfile'), 'utf8')
  // Each of the test's visitors has an address of its own.
  const config = deployed.replace(/^\treverse_proxy .*$/m, '$&\n\t\ttrusted_proxies 127.0.0.1')
  await writeFile(join(folder, 'Caddyfile'), config.replace(/^{$/m, '{\n\tadmin off'))
  const child = spawn(path, ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SITE_NAME: url,
      SITE_UPSTREAM: `127.0.0.1:${port}`,
    },
  })
  endWithUs(child)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exited
    remove()
  }
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    if (response?.ok) return { url, stop }
    await wait(100)
  }
  await stop()
  throw new Error('Caddy did not start')
}

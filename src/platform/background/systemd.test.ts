import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inheritedSocket, listen, notifyReady } from './systemd.ts'

test('a socket that systemd passes on is listened on, and none otherwise', () => {
  expect(inheritedSocket({ LISTEN_FDS: '1' })).toBe(3)
  expect(inheritedSocket({})).toBeUndefined()
})

test('a port that is in use is told of as a wrong PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(listen(createServer(), { port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} is in use by another program. Set PORT`,
  )
})

// The one is for documents alone, and names that end in the other are none.
test.each(['203.0.113.9', 'web.invalid'])('%s is told of as a wrong HOST', async (host) => {
  await expect(listen(createServer(), { port: 0, host })).rejects.toThrow(
    `HOST=${host} is no address of this machine`,
  )
})

test('systemd is told when the server serves, if it asks for that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'systemd-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const told = join(folder, 'told')
  const program = join(folder, 'systemd-notify')
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${told}\n`)
  await chmod(program, 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  await notifyReady({})
  await notifyReady({ NOTIFY_SOCKET: '/run/systemd/notify' })
  expect(await readFile(told, 'utf8')).toBe('--ready\n')
})

import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inheritedSocket, notifyReady } from './systemd.ts'

test('a socket that systemd passes on is listened on, and none otherwise', () => {
  expect(inheritedSocket({ LISTEN_FDS: '1' })).toBe(3)
  expect(inheritedSocket({})).toBeUndefined()
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

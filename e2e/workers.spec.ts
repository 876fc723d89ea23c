import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

test('workers that all end at once, on a socket of systemd, end the program: systemd starts it anew', async () => {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const {
    process: program,
    output,
    stop,
  } = await startServer({ WORKERS: '2', LISTEN_FDS: '1' }, socket)
  try {
    // Before both serve, the end of one is a failed start.
    await expect.poll(output).toContain('The site is at')
    const children = `/proc/${program.pid}/task/${program.pid}/children`
    const workers = (await readFile(children, 'utf8')).trim().split(' ')
    expect(workers).toHaveLength(2)
    const exited = once(program, 'exit')
    for (const worker of workers) process.kill(Number(worker), 'SIGKILL')
    expect(await exited).toEqual([1, null])
  } finally {
    await stop()
  }
})

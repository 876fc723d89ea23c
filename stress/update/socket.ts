import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

// Listens, and then stands still, so that it takes no connection itself: they wait for whoever gets the socket.
const holder = `
  const { createServer } = require('node:net')
  const { parentPort } = require('node:worker_threads')
  const server = createServer().listen(0, () => {
    parentPort.postMessage({ fd: server._handle.fd, port: server.address().port })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`

/** Holds a socket open as systemd does for a unit of its own, whatever becomes of the servers that it is passed to. */
export async function holdSocket() {
  const worker = new Worker(holder, { eval: true })
  const [{ fd, port }] = (await once(worker, 'message')) as [{ fd: number; port: number }]
  return { fd, port, release: () => worker.terminate() }
}

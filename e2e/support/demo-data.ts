import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

/** Stores the demo content once, for the servers to copy: to make it takes as long as the rest of a start. */
export default async function storeDemoData() {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-e2e-demo-'))
  const server = await startServer({ DATA_DIR: dataDir })
  await server.stop()
  process.env.DEMO_DATA = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

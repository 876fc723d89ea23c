import { temporaryFolder } from '../scripts/processes.mjs'
import { applicationForms, commentForms } from './forms.ts'
import { loadServer } from './load.ts'
import { median } from './measure.ts'
import { startLayer } from './servers.ts'
import { shown, table } from './table.ts'

const rounds = 4
const connections = 8

const layers = [
  { name: 'bytes', what: 'node:http reads a comment', isFile: false },
  { name: 'validated', what: '… parses it, and zod validates', isFile: false },
  { name: 'hono', what: 'the same behind Hono', isFile: false },
  { name: 'contract', what: '… and oRPC, by the contract', isFile: false },
  { name: 'row', what: '… and a row of one column, synced', isFile: false },
  { name: 'file', what: 'node:http stores a form with a file', isFile: true },
  { name: 'multipart', what: '… read by busboy, hashed', isFile: true },
  { name: 'both', what: '… and a row of one column, synced', isFile: true },
] as const

/**
 * Measures what a form costs that does ever more of what the product does, and nothing else: the least that a comment
 * or an application could cost with these libraries.
 */
export async function measureLayers(): Promise<string> {
  const { folder: dataDir, remove } = temporaryFolder('huza-bench')
  const found = new Map<string, number[]>(layers.map(({ name }) => [name, []]))
  try {
    await using started = new AsyncDisposableStack()
    const servers = []
    for (const layer of layers) {
      servers.push({ ...layer, server: started.use(await startLayer(layer.name, dataDir)) })
    }
    const comments = commentForms([1])
    const applications = applicationForms(1, 'any')
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, isFile, server } of servers) {
        const { cpuMs } = await loadServer(server, {
          connections,
          amount: isFile ? 500 : 3_000,
          requests: [isFile ? applications : comments],
        })
        if (round > 0) found.get(name)?.push(cpuMs)
      }
    }
  } finally {
    remove()
  }
  const rows = layers.map(({ name, what }) => [what, shown(median(found.get(name) ?? []))])
  return table(['what a form costs at least', 'CPU ms'], rows)
}

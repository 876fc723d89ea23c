import { isContractProcedure } from '@orpc/contract'
import type { Plugin } from 'vite'
import type { ProcedureMeta } from '../src/shared/procedure.ts'

const name = 'virtual:contract'

/**
 * Gives the browser `virtual:contract`: every call's method, path and tag without its schemas, so that no
 * validation library comes along with the client.
 */
export const contractForBrowser = (): Plugin => ({
  name: 'contract-for-browser',
  resolveId: { filter: { id: /^virtual:contract$/ }, handler: () => `\0${name}` },
  load: {
    filter: { id: /^\0virtual:contract$/ },
    async handler() {
      const { contract } = await import('../src/api/contract.ts')
      return `export default ${JSON.stringify(minified(contract))}`
    },
  },
})

/** A contract has two levels: features and their procedures. */
function minified(node: unknown): unknown {
  if (isContractProcedure(node)) {
    const { route, meta } = node['~orpc']
    const { method, path, inputStructure, outputStructure } = route
    const { tag, alsoChanges } = meta as ProcedureMeta
    return { method, path, inputStructure, outputStructure, tag, alsoChanges }
  }
  return Object.fromEntries(
    Object.entries(node as object).map(([key, value]) => [key, minified(value)]),
  )
}

import { isContractProcedure } from '@orpc/contract'
import type { Plugin } from 'vite'
import type { ProcedureMeta } from '../src/shared/procedure.ts'

const name = 'virtual:contract'

/**
 * Gives the browser `virtual:contract`: every call's method and path, what it changes, and whether it downloads a file,
 * without its schemas, so that no validation library comes along with the client.
 */
export const contractForBrowser = (): Plugin => ({
  name: 'contract-for-browser',
  resolveId: { filter: { id: /^virtual:contract$/ }, handler: () => `\0${name}` },
  load: {
    filter: { id: /^\0virtual:contract$/ },
    async handler() {
      const { contract } = await import('../src/api/contract.ts')
      const { fileResponse } = await import('../src/shared/procedure.ts')
      return `export default ${JSON.stringify(withoutSchemas(contract, fileResponse))}`
    },
  },
})

/**
 * A contract has two levels: features and their procedures.
 * @param fileResponse the schema of what downloads
 */
function withoutSchemas(node: unknown, fileResponse: unknown): unknown {
  if (isContractProcedure(node)) {
    const { route, meta, outputSchema } = node['~orpc']
    const { method, path, inputStructure, outputStructure } = route
    const { tag, alsoChanges, isOnePress } = meta as ProcedureMeta
    const isDownload = outputSchema === fileResponse || undefined
    // In this order it compresses best: calls that follow one another have equal beginnings.
    return {
      method,
      alsoChanges,
      isOnePress,
      isDownload,
      inputStructure,
      outputStructure,
      tag,
      path,
    }
  }
  return Object.fromEntries(
    Object.entries(node as object).map(([key, value]) => [
      key,
      withoutSchemas(value, fileResponse),
    ]),
  )
}

import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { contract } from './contract.ts'

type Described = ProcedureMeta & Pick<AnyContractProcedure['~orpc'], 'route' | 'inputSchema'>

/** Every procedure of the contract, by its name, such as `cohorts.create`. */
export const allProcedures: ReadonlyMap<string, Described> = new Map(
  Object.entries(contract).flatMap(([feature, members]) =>
    Object.entries<unknown>(members).flatMap(([name, member]) => {
      if (!isContractProcedure(member)) return []
      const { route, meta, inputSchema } = member['~orpc']
      return [[`${feature}.${name}`, { route, inputSchema, ...(meta as ProcedureMeta) }] as const]
    }),
  ),
)

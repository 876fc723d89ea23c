import { implementContract } from '#platform/http/procedures.ts'
import { countOld, type RetainedKinds } from '#platform/storage/retention.ts'
import { retentionContract } from '../contract.ts'

const procedures = implementContract(retentionContract)

export const retentionHandlers = (kinds: RetainedKinds) =>
  procedures.router({
    preview: procedures.preview.handler(({ input, context }) => countOld(context, kinds, input)),
  })

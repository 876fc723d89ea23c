import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { verifyContract } from '../verify-contract.ts'
import { findByCode } from './verify.ts'

const procedures = implementContract(verifyContract)

/** For employers, who have nothing but the paper. */
export const verifyHandlers = procedures.router({
  verify: procedures.verify.handler(async ({ input, context }) => {
    context.responseHeaders.set('cache-control', 'no-store')
    const certificate = await findByCode(context.database, input.code)
    if (!certificate) throw notFound('A certificate with this code')
    return { ...certificate, checked_at: context.now().toISOString() }
  }),
})

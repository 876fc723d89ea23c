import type { RequestContext } from '#platform/http/context.ts'
import { gone, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { attachment } from '#platform/storage/files.ts'
import { verifyContract } from '../verify-contract.ts'
import { createRevocationList, signCredential, verifyUrlOf } from './credential.ts'
import { findByCode } from './verify.ts'

const procedures = implementContract(verifyContract)

/** @throws 404 */
async function getByCode(context: RequestContext, code: string) {
  context.responseHeaders.set('cache-control', 'no-store')
  const certificate = await findByCode(context.database, code)
  if (!certificate) throw notFound('A certificate with this code')
  return certificate
}

/** For employers, who have nothing but the paper, and programs that read credentials. */
export const verifyHandlers = procedures.router({
  verify: procedures.verify.handler(async ({ input, context }) => {
    const certificate = await getByCode(context, input.code)
    const url = verifyUrlOf(context.config, certificate.code)
    return { ...certificate, url, checked_at: context.now().toISOString() }
  }),

  credential: procedures.credential.handler(async ({ input, context }) => {
    const certificate = await getByCode(context, input.code)
    if (certificate.status !== 'VALID') {
      throw gone('This certificate is no longer valid, so there is no credential of it.')
    }
    const credential = Buffer.from(await signCredential(context, certificate))
    return {
      headers: {
        'content-type': 'application/vc+jwt',
        'content-length': String(credential.length),
        'content-disposition': attachment(`certificate_${certificate.number}.jwt`),
        'x-content-type-options': 'nosniff',
      },
      body: new Blob([credential]).stream(),
    }
  }),

  revocation: procedures.revocation.handler(async ({ input, context }) => {
    // Wallets of any origin ask.
    context.responseHeaders.set('access-control-allow-origin', '*')
    return createRevocationList(context.config, await getByCode(context, input.code))
  }),
})

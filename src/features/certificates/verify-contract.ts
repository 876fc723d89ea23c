import { z } from 'zod'
import { fileResponse, procedure } from '#shared/procedure.ts'
import { verifiedStatuses } from './validation.ts'

const verified = z.object({
  status: z.enum(verifiedStatuses),
  code: z.string(),
  number: z.string(),
  version: z.number().int(),
  full_name: z.string(),
  course: z.string(),
  cohort: z.string(),
  start: z.string(),
  end: z.string(),
  issued_on: z.string(),
  corrected_on: z.string().nullable(),
  replaced_on: z.string().nullable(),
  latest_code: z.string().nullable().describe('Of the version that holds in place of this one'),
  revoked_on: z.string().nullable(),
  url: z.string().describe('Of the page that tells the same to people'),
  checked_at: z.string(),
})
export type Verification = z.infer<typeof verified>

/**
 * Nobody guesses a code, and an employer with the papers of a whole cohort is no guesser. The procedures have no tag:
 * their responses aren't kept, so that a revocation is told at once.
 */
const limit = { calls: 300, refused: 20, seconds: 10 * 60 }

const byCode = z.object({ code: z.string().max(200) })

/** What anybody can do who has the code of a certificate. */
export const verifyContract = {
  verify: procedure({ access: 'public', limit })
    .route({
      method: 'GET',
      path: '/website/certificates/{code}/',
      summary: 'Check a certificate by the code that is printed on it',
      description:
        'All that is printed on that version, and whether it is valid, was replaced by a corrected one, or is revoked. Case, spaces and dashes of the code do not matter.',
    })
    .input(byCode)
    .output(verified),
  credential: procedure({ access: 'public', limit })
    .route({
      method: 'GET',
      path: '/website/certificates/{code}/credential/',
      outputStructure: 'detailed',
      summary: 'Download a valid certificate as a signed credential',
      description:
        'Open Badges 3.0, which is a W3C Verifiable Credential, as a JWT signed with Ed25519. The keys are in /.well-known/did.json. One that was replaced or revoked is gone (410).',
    })
    .input(byCode)
    .output(fileResponse),
  revocation: procedure({ access: 'public', limit })
    .route({
      method: 'GET',
      path: '/website/certificates/{code}/revocation/',
      summary: 'Whether the credential of a certificate was revoked',
      description: 'The 1EdTechRevocationList that the credential names, for it alone.',
    })
    .input(byCode)
    .output(
      z.object({
        id: z.string(),
        issuer: z.string(),
        revokedCredential: z.array(
          z.object({ id: z.string(), revoked: z.boolean(), revocationReason: z.string() }),
        ),
      }),
    ),
}

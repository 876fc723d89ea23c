import { SignJWT } from 'jose'
import type { Services } from '#platform/http/context.ts'
import { type SiteConfig, siteUrlOf } from '#platform/mail/site-url.ts'
import { company, startOfDay } from '#shared/company.ts'
import { formatDate } from '#shared/format.ts'
import type { Verification } from '../verify-contract.ts'
import { didOf, getSigningKey } from './credential-keys.ts'

type Printed = Omit<Verification, 'url' | 'checked_at'>

/** Where anybody can check a certificate by its code. */
export const verifyUrlOf = (config: SiteConfig, code: string) =>
  `${siteUrlOf(config)}/verify/${code}`

/**
 * A certificate as a credential of Open Badges 3.0, which is a Verifiable Credential of W3C (data model 2.0): a JWT
 * signed with Ed25519. Equal for equal certificates and keys.
 */
export async function signCredential(
  services: Pick<Services, 'config' | 'secret' | 'database' | 'now'>,
  certificate: Printed,
): Promise<string> {
  const { config } = services
  const key = await getSigningKey(services)
  const credential = createCredential(config, certificate)
  return new SignJWT({
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    sub: credential.credentialSubject.id,
    nbf: Date.parse(credential.validFrom) / 1000,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: `${didOf(config)}#${key.id}` })
    .sign(key.privateKey)
}

const timeOf = (day: string) => startOfDay(day).toISOString()

function createCredential(config: SiteConfig, certificate: Printed) {
  const { code, number, full_name, course, cohort, start, end, issued_on } = certificate
  const id = verifyUrlOf(config, code)
  const siteUrl = siteUrlOf(config)
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: course,
    issuer: { id: didOf(config), type: ['Profile'], name: company.name, url: siteUrl },
    validFrom: timeOf(issued_on),
    credentialStatus: {
      id: `${siteUrl}/api/website/certificates/${code}/revocation/`,
      type: '1EdTechRevocationList',
    },
    credentialSubject: {
      id: `${id}#graduate`,
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', identityType: 'name', identityHash: full_name, hashed: false },
      ],
      licenseNumber: number,
      activityStartDate: timeOf(start),
      activityEndDate: timeOf(end),
      achievement: {
        id: `${siteUrl}/services#${encodeURIComponent(course)}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: course,
        description: `The training programme ${course} of ${company.name} in Kigali.`,
        criteria: {
          narrative: `Completed with ${cohort}, from ${formatDate(start)} to ${formatDate(end)}.`,
        },
      },
    },
  }
}

/**
 * The revocation list of a single credential: a list of all would tell everybody whose certificates were revoked.
 */
export function createRevocationList(config: SiteConfig, { code, status }: Printed) {
  const reason = status === 'REPLACED' ? 'Replaced by a corrected version' : 'Revoked'
  const revoked = { id: verifyUrlOf(config, code), revoked: true, revocationReason: reason }
  return {
    id: `${siteUrlOf(config)}/api/website/certificates/${code}/revocation/`,
    issuer: didOf(config),
    revokedCredential: status === 'VALID' ? [] : [revoked],
  }
}

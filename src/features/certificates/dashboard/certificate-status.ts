import type { StatusLooks } from '#ui/status-badge.tsx'
import type { Certificate } from '../contract.ts'
import { type CertificateStatus, certificateStatusLabels } from '../validation.ts'

export const certificateStatusLooks: StatusLooks<CertificateStatus> = {
  VALID: { label: certificateStatusLabels.VALID, tone: 'success' },
  REVOKED: { label: certificateStatusLabels.REVOKED, tone: 'error' },
}

export const certificateName = ({ full_name }: Pick<Certificate, 'full_name'>) => full_name

/** A certificate within a sentence. */
const certificateOf = ({ full_name, number }: Certificate) =>
  `certificate ${number} of ${full_name}`

export const certificateDeletion = {
  procedure: 'certificates.delete',
  rowName: certificateOf,
  text: 'Nobody can tell it from a forged one any more. To say that it does not hold, revoke it instead.',
} as const

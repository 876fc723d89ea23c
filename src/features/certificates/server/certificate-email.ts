import type { Letter } from '#platform/mail/mail.ts'
import { siteAddress } from '#platform/mail/site-url.ts'
import { site } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'

/** Tells a graduate where the certificate can be downloaded. */
export function certificateLetter(
  config: { siteUrl?: string | undefined; port: number },
  certificate: Certificate,
): Letter {
  const link = `${siteAddress(config)}/certificate?email=${encodeURIComponent(certificate.email)}`
  return {
    recipient: certificate.email,
    subject: `Your certificate from ${site.name}`,
    body: [
      `Dear ${certificate.full_name},`,
      `congratulations! You have completed ${certificate.course} in ${certificate.cohort}. Your certificate is ready; you can download it here, as often as you like:`,
      link,
      `Its number is ${certificate.number}. If anything on it is not right, please answer this letter.`,
      `${site.name}, Kigali`,
    ].join('\n\n'),
  }
}

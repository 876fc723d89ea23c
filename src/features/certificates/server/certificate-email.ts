import { greetingOf } from '#platform/mail/greeting.ts'
import type { Email } from '#platform/mail/mail.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { company } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'

/** Tells a graduate where the certificate can be downloaded. */
export function certificateEmail(
  config: { siteUrl?: string | undefined; port: number },
  certificate: Certificate,
): Email {
  const link = `${siteUrlOf(config)}/certificate?email=${encodeURIComponent(certificate.email)}`
  return {
    recipient: certificate.email,
    subject: `Your certificate from ${company.name}`,
    body: [
      greetingOf(certificate.full_name),
      `congratulations! You have completed ${certificate.course} in ${certificate.cohort}. Your certificate is ready; you can download it here, as often as you like:`,
      link,
      `Its number is ${certificate.number}. If anything on it is not right, please answer this email.`,
      `${company.name}, Kigali`,
    ].join('\n\n'),
  }
}
